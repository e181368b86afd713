package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.simulated.Scenario;
import io.gpuledger.exporter.top.node.Watch;
import io.gpuledger.exporter.top.screen.Frame;
import io.gpuledger.exporter.top.screen.Key;
import io.gpuledger.exporter.top.screen.Keys;
import io.gpuledger.exporter.top.screen.Line;
import io.gpuledger.exporter.top.screen.Rows;
import io.gpuledger.exporter.top.screen.Scene;
import io.gpuledger.exporter.top.screen.Size;
import io.gpuledger.exporter.top.screen.Sort;
import io.gpuledger.exporter.top.screen.View;
import io.gpuledger.gate.Golden;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// How a node looks on terminals of several sizes.
class TopFrameTest {
    private static final View VIEW = View.of(Sort.GPU, "");

    private static String drawn(Frame frame, Function<Line, String> written) {
        return frame.lines().stream().map(written).collect(Collectors.joining("\n", "", "\n"));
    }

    private static String plain(Scene scene, View view, int width, int height) {
        return drawn(Frame.of(scene, view, new Size(width, height)), Line::plain);
    }

    /// The view that keys lead to, as a terminal sends them.
    private static View pressed(Scene scene, View from, String sent) {
        var view = from;
        for (var key : Key.of(sent)) {
            view = Keys.press(view, key, Rows.places(scene.node(), view));
        }
        return view;
    }

    private static LookedAt faults() {
        return new LookedAt(
                Scenario.builtIn("faults"),
                LookedAt.exclusive("vision", "train-llama-70b-0"),
                LookedAt.exclusive("nlp", "finetune-mistral-of-the-second-attempt-worker-7-x8k2p"),
                LookedAt.shared(
                        4,
                        LookedAt.share("serving", "embed-7f9c4d5b6-abcde", 1),
                        LookedAt.share("serving", "rerank-6b8d7c9f5-fghij", 2)));
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 120, 200})
    void gpus_with_troubles_and_holders(int width) throws InterruptedException {
        try (var node = faults()) {
            Golden.file("golden/top/faults-%d.txt".formatted(width)).matches(plain(node.scene(200), VIEW, width, 24));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 120, 200})
    void instances_each_with_its_holder(int width) throws InterruptedException {
        try (var node = new LookedAt(
                Scenario.builtIn("mig"),
                LookedAt.exclusive("dev", "notebook-ada"),
                LookedAt.exclusive("dev", "notebook-grace"),
                LookedAt.shared(2, LookedAt.share("dev", "notebook-a", 1), LookedAt.share("dev", "notebook-b", 1)))) {
            Golden.file("golden/top/mig-%d.txt".formatted(width)).matches(plain(node.scene(45), VIEW, width, 24));
        }
    }

    @Test
    void a_gpu_that_is_lost_and_one_that_is_stuck_say_so() throws InterruptedException {
        try (var lost = new LookedAt(Scenario.builtIn("lost"), LookedAt.exclusive("vision", "train-0"))) {
            Golden.file("golden/top/lost.txt").matches(plain(lost.scene(45), VIEW, 80, 12));
        }
        try (var stuck = new LookedAt(Scenario.builtIn("hang"), LookedAt.exclusive("vision", "train-0"))) {
            Golden.file("golden/top/stuck.txt").matches(plain(stuck.scene(25), VIEW, 80, 12));
        }
    }

    @Test
    void sixteen_gpus_fit_into_24_lines() throws InterruptedException {
        try (var node = new LookedAt(Scenario.parse("gpu h100 training\n".repeat(16)))) {
            var frame = plain(node.scene(10), VIEW, 80, 24);
            Golden.file("golden/top/sixteen.txt").matches(frame);
            assertThat(frame.lines()).hasSize(24);
        }
    }

    @Test
    void more_rows_than_lines_move_with_the_selected_one() throws InterruptedException {
        try (var node = new LookedAt(Scenario.builtIn("mig"))) {
            var scene = node.scene(45);
            var last = pressed(scene, VIEW, "G");
            assertThat(plain(scene, VIEW, 80, 12)).contains(">0 ").doesNotContain("4/8");
            assertThat(plain(scene, last, 80, 12)).contains(">4/8 1g.10gb");
            assertThat(plain(scene, last, 80, 12).lines()).hasSize(12);
        }
    }

    @Test
    void details_and_help_are_pages_of_their_own() throws InterruptedException {
        try (var node = faults()) {
            var scene = node.scene(200);
            Golden.file("golden/top/details.txt").matches(plain(scene, pressed(scene, VIEW, "jj\r"), 100, 30));
            Golden.file("golden/top/help.txt").matches(plain(scene, pressed(scene, VIEW, "?"), 80, 24));
        }
    }

    @Test
    void colours_say_what_is_grave() throws InterruptedException {
        try (var node = faults()) {
            var frame = Frame.of(node.scene(200), VIEW, new Size(100, 24));
            Golden.file("golden/top/colours.txt")
                    .matches(drawn(frame, line -> line.coloured().replace("\u001b", "ESC")));
        }
    }

    @Test
    void printed_once_no_name_is_cut() throws InterruptedException {
        try (var node = faults()) {
            var table = drawn(Frame.whole(node.scene(200), VIEW, 80), Line::plain);
            Golden.section(Path.of("docs/top.md"), "top").matches(table.indent(4));
        }
    }

    @Test
    void sorted_by_memory_those_with_most_come_first_and_turned_round_last() throws InterruptedException {
        try (var node = new LookedAt(Scenario.parse("gpu l4 idle\ngpu h100 training\ngpu a100 serving\n"))) {
            var scene = node.scene(10);
            assertThat(Rows.places(scene.node(), pressed(scene, VIEW, "m"))).hasToString("[1, 2, 0]");
            assertThat(Rows.places(scene.node(), pressed(scene, VIEW, "mr"))).hasToString("[0, 2, 1]");
            assertThat(Rows.places(scene.node(), pressed(scene, VIEW, "mm"))).hasToString("[0, 2, 1]");
            assertThat(Rows.places(scene.node(), pressed(scene, VIEW, "mg"))).hasToString("[0, 1, 2]");
        }
    }

    @Test
    void a_filter_leaves_only_what_fits_and_escape_brings_all_back() throws InterruptedException {
        try (var node = faults()) {
            var scene = node.scene(200);
            var typing = pressed(scene, VIEW, "/SERV");
            assertThat(plain(scene, typing, 80, 24)).contains("held by: SERV_").contains("vision/train");
            var filtered = pressed(scene, typing, "ING\r");
            assertThat(plain(scene, filtered, 80, 24))
                    .contains("serving/")
                    .contains("held by: SERVING (Esc: all)")
                    .doesNotContain("vision/train");
            assertThat(plain(scene, pressed(scene, filtered, "\u001b"), 80, 24)).contains("vision/train");
            assertThat(plain(scene, pressed(scene, VIEW, "/nobody\r"), 80, 24)).contains("No holder's name fits.");
        }
    }

    @Test
    void an_exporter_that_dies_is_told_with_its_time_and_what_was_seen_stays() throws InterruptedException {
        try (var node = faults()) {
            var alive = node.after(200);
            var dead = alive.missed("nobody answers", LookedAt.NOW.minusSeconds(30))
                    .missed("nobody answers", LookedAt.NOW);
            assertThat(plain(LookedAt.scene(dead), VIEW, 80, 24))
                    .contains("No answer since 14:02:52 (nobody answers): shown is what was said before.")
                    .contains("vision/train-llama-70b-0");
            var back = dead.saw(node.next(), LookedAt.NOW);
            assertThat(plain(LookedAt.scene(back), VIEW, 80, 24)).doesNotContain("No answer");
            assertThat(back.node().seconds()).as("it may be another exporter").isEmpty();
            assertThat(back.saw(node.next(), LookedAt.NOW).node().seconds()).contains(2.0);
        }
    }

    @Test
    void an_exporter_that_answers_and_reads_nothing_is_told_too() throws InterruptedException {
        try (var node = faults()) {
            var page = node.page(node.node().run(5));
            var still = Watch.begin(page, LookedAt.NOW.minusSeconds(60)).saw(page, LookedAt.NOW);
            assertThat(plain(LookedAt.scene(still), VIEW, 80, 24))
                    .contains("The exporter answers, and has read no GPU since 14:02:22.");
        }
    }

    @Test
    void without_a_gpu_it_says_why() throws InterruptedException {
        try (var node = new LookedAt(Scenario.builtIn("empty"))) {
            assertThat(plain(node.scene(5), VIEW, 80, 24)).contains("no GPUs").contains("No GPU is there.");
        }
    }

    @Test
    void a_page_that_is_seen_twice_leaves_the_rates_as_they_were() throws InterruptedException {
        try (var node = faults()) {
            var snapshot = node.node().run(100);
            var first = Watch.begin(node.page(snapshot), LookedAt.NOW);
            var second = first.saw(node.next(), LookedAt.NOW);
            assertThat(second.saw(second.latest(), LookedAt.NOW).node()).isEqualTo(second.node());
        }
    }

    @ParameterizedTest
    @MethodSource("io.gpuledger.exporter.FuzzSeeds#seeds")
    void no_name_reaches_a_terminal_as_it_is_and_no_line_is_longer_than_the_terminal(long seed)
            throws InterruptedException {
        var random = new Random(seed);
        var hostile = "x\u001b[2J\u001b]0;owned\u0007\u009b31m\r\n\u202e\u4f60\u597d\ud83d\ude00\t"
                + "y".repeat(random.nextInt(300));
        try (var node = new LookedAt(
                Scenario.builtIn("faults"),
                LookedAt.exclusive(hostile, hostile),
                LookedAt.shared(2, LookedAt.share(hostile, "a", 1), LookedAt.share("b", hostile, 1)))) {
            var scene = node.scene(60);
            for (var each = 0; each < 200; each++) {
                var size = new Size(random.nextInt(220), random.nextInt(60));
                var view = pressed(
                        scene,
                        VIEW,
                        random.ints(6, 0, 128).mapToObj(c -> "" + (char) c).collect(Collectors.joining()));
                var lines = Frame.of(scene, view, size).lines();
                assertThat(lines).as("seed %d, %s, %s", seed, size, view).hasSize(size.height());
                assertThat(lines).allSatisfy(line -> {
                    assertThat(line.plain()).matches("[ -~]{0,%d}".formatted(size.width()));
                    assertThat(line.coloured().replaceAll("\u001b\\[[0-9;]*m", ""))
                            .matches("[ -~]*");
                });
            }
            assertThat(drawn(Frame.whole(scene, VIEW, 80), Line::plain)).matches("[ -~\n]*");
        }
    }
}
