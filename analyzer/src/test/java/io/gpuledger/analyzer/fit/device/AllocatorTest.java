package io.gpuledger.analyzer.fit.device;

import static io.gpuledger.analyzer.fit.device.Drawer.DRIVER;
import static io.gpuledger.analyzer.fit.device.Drawer.demand;
import static io.gpuledger.analyzer.fit.device.Drawer.device;
import static io.gpuledger.analyzer.fit.device.Drawer.option;
import static io.gpuledger.analyzer.fit.device.Drawer.pool;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.fit.device.Demand.Constraint;
import io.gpuledger.analyzer.fit.device.Demand.Mode;
import io.gpuledger.analyzer.fit.device.Demand.Option;
import io.gpuledger.analyzer.fit.device.Demand.Request;
import io.gpuledger.analyzer.fit.device.Finding.Failed;
import io.gpuledger.analyzer.fit.device.Finding.Found;
import io.gpuledger.analyzer.fit.device.Finding.NoChoice;
import io.gpuledger.analyzer.fit.device.Finding.TooFew;
import io.gpuledger.analyzer.fit.device.Finding.Unclear;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AllocatorTest {
    private static final String IS_H100 = "device.attributes['gpu.example.com'].model == 'H100'";
    private static final Pool TWO_KINDS = pool(device("a", "H100"), device("b", "H100"), device("c", "A100"));

    private static Finding find(Map<String, String> holders, List<Pool> pools, Demand... demands) {
        return find(holders, 100_000, pools, demands);
    }

    private static Finding find(Map<String, String> holders, long steps, List<Pool> pools, Demand... demands) {
        var classes = Map.of(
                "gpu", Optional.of(List.of("device.driver == 'gpu.example.com'")),
                "nobody", Optional.of(List.of("false")),
                "unread", Optional.<List<String>>empty());
        return new Allocator(classes, holders).find(List.of(demands), pools, new Effort(steps));
    }

    private static Finding find(Demand demand) {
        return find(Map.of(), List.of(TWO_KINDS), demand);
    }

    @Test
    void a_request_takes_as_many_devices_as_it_says() {
        assertThat(find(demand(option(Mode.EXACTLY, 3)))).isEqualTo(new Found());
        assertThat(find(demand(option(Mode.EXACTLY, 4))))
                .isEqualTo(new TooFew(0, "r0", "gpu", Mode.EXACTLY, 4, 3, 3, 3, List.of()));
    }

    @Test
    void its_selectors_and_those_of_its_class_have_to_select_them() {
        assertThat(find(demand(option(Mode.EXACTLY, 3, IS_H100))))
                .isEqualTo(new TooFew(0, "r0", "gpu", Mode.EXACTLY, 3, 3, 2, 2, List.of()));
        assertThat(find(demand(new Option("", "nobody", List.of(), Mode.EXACTLY, 1, false))))
                .isEqualTo(new TooFew(0, "r0", "nobody", Mode.EXACTLY, 1, 0, 0, 0, List.of()));
    }

    @Test
    void what_another_claim_holds_is_not_free() {
        var holders = Map.of(DRIVER + "/n1/a", "lab/other");
        assertThat(find(holders, List.of(TWO_KINDS), demand(option(Mode.EXACTLY, 2, IS_H100))))
                .isEqualTo(new TooFew(0, "r0", "gpu", Mode.EXACTLY, 2, 3, 2, 1, List.of("lab/other")));
    }

    @Test
    void an_administrator_takes_what_others_hold_and_takes_it_from_nobody() {
        var holders = Map.of(DRIVER + "/n1/a", "lab/other");
        var admins = new Option("", "gpu", List.of(IS_H100), Mode.EXACTLY, 2, true);
        assertThat(find(holders, List.of(TWO_KINDS), demand(admins, option(Mode.EXACTLY, 1, IS_H100))))
                .isEqualTo(new Found());
    }

    @Test
    void no_device_is_taken_twice() {
        assertThat(find(demand(option(Mode.EXACTLY, 2), option(Mode.EXACTLY, 2))))
                .isEqualTo(new NoChoice(0));
        assertThat(find(Map.of(), List.of(TWO_KINDS), demand(option(Mode.EXACTLY, 2)), demand(option(Mode.EXACTLY, 1))))
                .isEqualTo(new Found());
    }

    @Test
    void another_choice_is_tried_where_the_first_leaves_too_few() {
        // The first request takes an H100 first, of which the second needs both.
        assertThat(find(demand(option(Mode.EXACTLY, 1), option(Mode.EXACTLY, 2, IS_H100))))
                .isEqualTo(new Found());
    }

    @Test
    void all_devices_are_all_that_are_selected_and_none_of_them_may_be_held() {
        var holders = Map.of(DRIVER + "/n1/c", "lab/other");
        assertThat(find(holders, List.of(TWO_KINDS), demand(option(Mode.ALL, 0, IS_H100))))
                .isEqualTo(new Found());
        assertThat(find(holders, List.of(TWO_KINDS), demand(option(Mode.ALL, 0))))
                .isEqualTo(new TooFew(0, "r0", "gpu", Mode.ALL, 3, 3, 3, 2, List.of("lab/other")));
    }

    @Test
    void all_of_none_is_enough_before_1_33_only() {
        assertThat(find(Map.of(), List.of(), demand(option(Mode.ALL, 0)))).isEqualTo(new Found());
        assertThat(find(Map.of(), List.of(), demand(option(Mode.ALL_OF_SOME, 0))))
                .isEqualTo(new TooFew(0, "r0", "gpu", Mode.ALL_OF_SOME, 1, 0, 0, 0, List.of()));
    }

    @Test
    void all_devices_of_a_pool_that_is_not_complete_are_an_error_and_some_are_not() {
        var incomplete = new Pool("p", TWO_KINDS.devices(), 1, false, false);
        assertThat(find(Map.of(), List.of(incomplete), demand(option(Mode.ALL, 0))))
                .isInstanceOf(Failed.class);
        assertThat(find(Map.of(), List.of(incomplete), demand(option(Mode.EXACTLY, 1))))
                .isEqualTo(new Found());
    }

    @Test
    void a_pool_with_a_name_twice_is_an_error_where_a_device_of_it_is_selected() {
        var twice = pool(device("a", "H100"), device("a", "A100"));
        assertThat(find(Map.of(), List.of(twice), demand(option(Mode.EXACTLY, 1))))
                .isInstanceOf(Failed.class);
        assertThat(find(Map.of(), List.of(twice), demand(option(Mode.EXACTLY, 1, "false"))))
                .isInstanceOf(TooFew.class);
    }

    @Test
    void a_claim_has_32_devices_at_most() {
        var many = pool(
                IntStream.range(0, 33).mapToObj(i -> device("d" + i, "H100")).toArray(Device[]::new));
        assertThat(find(Map.of(), List.of(many), demand(option(Mode.EXACTLY, 32))))
                .isEqualTo(new Found());
        assertThat(find(Map.of(), List.of(many), demand(option(Mode.ALL, 0))))
                .isEqualTo(new Failed(0, "it asks for 33 devices, and may have 32"));
    }

    @Test
    void devices_have_in_common_what_a_constraint_says() {
        var same = List.of(new Constraint(List.of(), DRIVER + "/model"));
        assertThat(find(demand(same, option(Mode.EXACTLY, 2)))).isEqualTo(new Found());
        assertThat(find(demand(same, option(Mode.EXACTLY, 3)))).isEqualTo(new NoChoice(0));
        assertThat(find(demand(same, option(Mode.ALL, 0)))).isInstanceOf(Failed.class);
    }

    @Test
    void a_constraint_is_about_the_requests_that_it_names() {
        var ofFirst = List.of(new Constraint(List.of("r0"), DRIVER + "/model"));
        assertThat(find(demand(ofFirst, option(Mode.EXACTLY, 2), option(Mode.EXACTLY, 1, "true"))))
                .isEqualTo(new Found());
    }

    @Test
    void who_lacks_the_attribute_of_a_constraint_is_not_chosen() {
        var rack = List.of(new Constraint(List.of(), "example.com/rack"));
        assertThat(find(demand(rack, option(Mode.EXACTLY, 1)))).isEqualTo(new NoChoice(0));
    }

    @Test
    void the_first_option_that_can_be_had_is_taken() {
        var request = new Request(
                "r", List.of(option(Mode.EXACTLY, 4), new Option("small", "gpu", List.of(), Mode.EXACTLY, 1, false)));
        assertThat(find(new Demand(List.of(request), List.of(), false))).isEqualTo(new Found());
    }

    @Test
    void an_error_in_a_selector_ends_the_search_where_it_is_come_upon() {
        var second = device("b", Map.of());
        var ask = demand(option(Mode.EXACTLY, 1, IS_H100));
        assertThat(find(Map.of(), List.of(pool(second, device("a", "H100"))), ask))
                .isInstanceOf(Failed.class);
        assertThat(find(Map.of(), List.of(pool(device("a", "H100"), second)), ask))
                .isEqualTo(new Found());
    }

    @Test
    void an_administrator_may_get_a_device_twice_before_the_scheduler_comes_to_an_error() {
        var pool = pool(device("a", "H100"), device("b", Map.of()));
        assertThat(find(demandOfAdmin(2), pool)).isInstanceOf(Unclear.class);
        assertThat(find(demandOfAdmin(1), pool)).isEqualTo(new Found());
        assertThat(find(demandOfAdmin(2), pool(device("a", "A100"), device("b", Map.of()))))
                .isInstanceOf(Failed.class);
    }

    private static Demand demandOfAdmin(int count) {
        return demand(new Option("", "gpu", List.of(IS_H100), Mode.EXACTLY, count, true));
    }

    private static Finding find(Demand demand, Pool pool) {
        return find(Map.of(), List.of(pool), demand);
    }

    @Test
    void of_several_pools_nobody_knows_which_comes_first() {
        var faulty = new Pool("other", List.of(device("b", Map.of())), 1, true, false);
        var ask = demand(option(Mode.EXACTLY, 1, IS_H100));
        assertThat(find(Map.of(), List.of(faulty, pool(device("a", "H100"))), ask))
                .isInstanceOf(Unclear.class);
        assertThat(find(Map.of(), List.of(pool(device("a", "H100")), faulty), ask))
                .isInstanceOf(Unclear.class);
        assertThat(find(Map.of(), List.of(pool(device("a", "A100")), faulty), ask))
                .isInstanceOf(Failed.class);
    }

    @Test
    void what_cannot_be_judged_is_not_needed_where_there_are_others() {
        var special = new Device(
                Device.id(DRIVER, "n1", "s"),
                DRIVER,
                device("s", "H100").attributes(),
                device("s", "H100").capacity(),
                true);
        var both = pool(special, device("a", "H100"));
        assertThat(find(Map.of(), List.of(both), demand(option(Mode.EXACTLY, 1))))
                .isEqualTo(new Found());
        assertThat(find(Map.of(), List.of(both), demand(option(Mode.EXACTLY, 2))))
                .isInstanceOf(Unclear.class);
        assertThat(find(Map.of(), List.of(both), demand(option(Mode.ALL, 0)))).isInstanceOf(Unclear.class);
    }

    @Test
    void what_is_not_read_of_a_pool_or_a_class_or_asked_in_a_new_way_is_not_known() {
        var unread = new Pool("p", List.of(), 1, true, true);
        assertThat(find(Map.of(), List.of(unread), demand(option(Mode.EXACTLY, 1))))
                .isInstanceOf(Unclear.class);
        assertThat(find(demand(new Option("", "unread", List.of(), Mode.EXACTLY, 1, false))))
                .isInstanceOf(Unclear.class);
        assertThat(find(new Demand(List.of(), List.of(), true))).isInstanceOf(Unclear.class);
    }

    @Test
    void a_search_that_means_harm_ends() {
        var devices = IntStream.range(0, 32)
                .mapToObj(
                        i -> device("d" + i, Map.of("model", new Datum.Text("H100"), "index", new Datum.Whole(i / 2))))
                .toArray(Device[]::new);
        var pairs = List.of(
                new Constraint(List.of("r0"), DRIVER + "/index"), new Constraint(List.of("r1"), DRIVER + "/index"));
        var three = demand(pairs, option(Mode.EXACTLY, 14), option(Mode.EXACTLY, 3, "true"));
        assertThat(find(Map.of(), 1_000_000, List.of(pool(devices)), three)).isInstanceOf(NoChoice.class);
        var same = List.of(
                new Constraint(List.of(), DRIVER + "/model"), new Constraint(List.of("r1"), "none.example.com/x"));
        var harm = demand(same, option(Mode.EXACTLY, 16), option(Mode.EXACTLY, 1, "true"));
        assertThat(find(Map.of(), 1_000_000, List.of(pool(devices)), harm)).isInstanceOf(Unclear.class);
    }
}
