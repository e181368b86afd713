package io.gpuledger.analyzer.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesRouterTest {
    /// Wants the series whose names begin with a prefix, and numbers them from a first slot on.
    private static final class Wanting implements SeriesConsumer {
        private final String prefix;
        private final int first;
        private final List<String> given = new ArrayList<>();

        Wanting(String prefix, int first) {
            this.prefix = prefix;
            this.first = first;
        }

        @Override
        public int slot(String name, Labels labels) {
            if (!name.startsWith(prefix)) {
                return IGNORED;
            }
            given.add(name);
            return first + given.size() - 1;
        }

        @Override
        public boolean wantsEnd(int slot) {
            return slot % 2 == 1;
        }

        @Override
        public void forget() {
            given.clear();
        }
    }

    private final Wanting gpus = new Wanting("gpu_", 0);
    private final Wanting cluster = new Wanting("kube_", SeriesConsumer.IGNORED + 6);
    private final Wanting all = new Wanting("gpu", SeriesRouter.SLOT_MAX);
    private final SeriesRouter router = SeriesRouter.to(gpus, cluster, all);

    private int route(String name) {
        return router.route(name, Labels.NONE);
    }

    @Test
    void each_consumer_is_given_its_own_samples_with_the_slots_that_it_gave() {
        var samples = new RoutedSamples();
        samples.begin(router);
        samples.add(route("gpu_a"), 1);
        samples.add(route("kube_a"), 2, 1_000);
        samples.add(route("gpu_b"), 3);
        samples.add(route("gpus"), 4);

        assertThat(told(samples.of(0))).containsExactly("0: 1.0", "1: 3.0");
        assertThat(told(samples.of(1))).containsExactly("5: 2.0 at 1000");
        assertThat(told(samples.of(2))).containsExactly(SeriesRouter.SLOT_MAX + ": 4.0");
        assertThat(samples.size()).isEqualTo(4);
    }

    @Test
    void samples_of_one_reader_are_gone_when_the_next_begins() {
        var samples = new RoutedSamples();
        samples.begin(router);
        samples.add(route("kube_a"), 2, 1_000);
        samples.ignore();
        samples.problem(3, "nothing");
        samples.begin(SeriesRouter.to(gpus));
        samples.add(route("gpu_a"), 1);

        assertThat(samples.size()).isEqualTo(1);
        assertThat(samples.ignored() + samples.problems() + samples.shown().size())
                .isZero();
    }

    @Test
    void a_series_that_nobody_wants_is_ignored() {
        assertThat(route("go_goroutines")).isEqualTo(SeriesConsumer.IGNORED);
    }

    @Test
    void a_consumer_is_asked_about_its_own_slots_and_hears_that_all_is_forgotten() {
        route("gpu_a");
        route("gpus");
        var first = route("kube_a");
        var second = route("kube_b");

        assertThat(router.wantsEnd(first)).isTrue();
        assertThat(router.wantsEnd(second)).isFalse();
        assertThat(List.of(gpus, cluster, all))
                .noneSatisfy(one -> assertThat(one.given).isEmpty());
        router.forget();
        assertThat(List.of(gpus, cluster, all))
                .allSatisfy(one -> assertThat(one.given).isEmpty());
    }

    @Test
    void a_slot_that_would_be_taken_for_another_consumers_is_a_defect() {
        var tooFar = SeriesRouter.to(new Wanting("", SeriesRouter.SLOT_MAX + 1));

        assertThatThrownBy(() -> tooFar.route("a", Labels.NONE)).isInstanceOf(IllegalStateException.class);
    }

    private static List<String> told(Samples samples) {
        var told = new ArrayList<String>();
        for (var i = 0; i < samples.size(); i++) {
            told.add(
                    samples.slot(i) + ": " + samples.value(i) + (samples.isTimed(i) ? " at " + samples.millis(i) : ""));
        }
        return told;
    }
}
