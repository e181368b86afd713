package io.gpuledger.service.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvironmentVariablesTest {
    @Test
    void an_unknown_variable_with_our_prefix_is_refused_with_a_suggestion() {
        assertThat(Toy.problems(Map.of("TOY_BOX_INTERVALL", "1s")))
                .containsExactly("unknown environment variable TOY_BOX_INTERVALL; did you mean TOY_BOX_INTERVAL?");
    }

    @Test
    void variables_of_others_are_none_of_our_business() {
        assertThat(Toy.problems(Map.of("TOY_BOXES", "1", "TOY", "1", "INTERVAL", "1")))
                .isEmpty();
    }

    @Test
    void an_empty_variable_counts_as_not_set() {
        var environment = Map.of("TOY_BOX_INTERVAL", "", "OTHER_LISTEN", "", "TOY_BOX_FORMER", "");

        assertThat(Toy.settings(environment).effective())
                .contains("interval = 1s (default)", "listen = :9400 (default)");
    }

    @Test
    void what_kubernetes_says_of_a_service_with_our_name_is_not_refused() {
        assertThat(Toy.problems(serviceLinks("TOY_BOX"))).isEmpty();
    }

    @Test
    void what_kubernetes_says_of_a_service_whose_name_begins_with_ours_is_not_refused() {
        assertThat(Toy.problems(serviceLinks("TOY_BOX_DATABASE"))).isEmpty();
    }

    @Test
    void what_looks_like_a_service_but_has_no_host_is_refused() {
        assertThat(Toy.problems(Map.of("TOY_BOX_SERVICE_PORT", "9400")))
                .containsExactly("unknown environment variable TOY_BOX_SERVICE_PORT");
    }

    @Test
    void a_service_hides_no_mistake_of_another_kind() {
        var environment = new HashMap<>(serviceLinks("TOY_BOX"));
        environment.put("TOY_BOX_SERVICE_PORTS", "1");

        assertThat(Toy.problems(environment)).containsExactly("unknown environment variable TOY_BOX_SERVICE_PORTS");
    }

    @Test
    void the_variables_of_other_programs_count() {
        var settings = Toy.settings(Map.of("THIRD_LISTEN", ":1"));

        assertThat(settings.effective()).contains("listen = :1 (environment THIRD_LISTEN)");
        assertThat(settings.warnings()).isEmpty();
    }

    @Test
    void ours_beats_theirs_and_a_warning_says_so() {
        var settings = Toy.settings(Map.of("TOY_BOX_LISTEN", ":1", "OTHER_LISTEN", ":2", "THIRD_LISTEN", ":3"));

        assertThat(settings.get(Toy.LISTEN).port()).isOne();
        assertThat(settings.warnings())
                .containsExactly(
                        "TOY_BOX_LISTEN beats OTHER_LISTEN, which says something else",
                        "TOY_BOX_LISTEN beats THIRD_LISTEN, which says something else");
    }

    @Test
    void two_variables_that_agree_are_worth_no_warning() {
        assertThat(Toy.settings(Map.of("TOY_BOX_LISTEN", ":1", "OTHER_LISTEN", ":1"))
                        .warnings())
                .isEmpty();
    }

    private static Map<String, String> serviceLinks(String service) {
        var links = new HashMap<String, String>();
        List.of(
                        "SERVICE_HOST",
                        "SERVICE_PORT",
                        "SERVICE_PORT_METRICS",
                        "PORT",
                        "PORT_9400_TCP",
                        "PORT_9400_TCP_PROTO",
                        "PORT_9400_TCP_PORT",
                        "PORT_9400_TCP_ADDR",
                        "PORT_53_UDP_ADDR")
                .forEach(link -> links.put(service + "_" + link, "x"));
        return links;
    }

    @Test
    void a_variable_that_only_the_other_program_has_is_left_alone_with_a_warning() {
        assertThat(Toy.settings(Map.of("OTHER_WIND_UP", "1")).warnings())
                .containsExactly("wind-up is left alone (environment OTHER_WIND_UP): this toy runs by itself");
        assertThat(Toy.settings(Map.of("OTHER_WIND_UP", "F")).warnings()).isEmpty();
        assertThat(Toy.problems(Map.of("TOY_BOX_WIND_UP", "1")))
                .singleElement()
                .asString()
                .startsWith("unknown environment variable TOY_BOX_WIND_UP");
    }

    @Test
    void truth_is_spelled_as_in_go() {
        assertThat(Toy.settings(Map.of("OTHER_QUIET", "T")).get(Toy.QUIET)).isTrue();
        assertThat(Toy.settings(Map.of("OTHER_QUIET", "0")).get(Toy.QUIET)).isFalse();
    }
}
