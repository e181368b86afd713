package io.gpuledger.exporter.device.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpuledger.exporter.device.simulated.Layout.Mig;
import io.gpuledger.exporter.device.simulated.Layout.MigPart;
import io.gpuledger.exporter.device.simulated.Layout.Whole;
import io.gpuledger.exporter.device.simulated.Workload.Pattern;
import io.gpuledger.exporter.device.simulated.Workload.Square;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioTest {
    @Test
    void a_script_names_the_driver_the_gpus_and_what_happens_to_them() {
        var scenario = Scenario.parse("""
            # a node
            driver 570.1
            gpu l4 serving + notebook   # time-sliced
            gpu a100 mig 3g.40gb training, 1g.10gb square 2s+idle

            at 90s xid 0 79
            at 30s mig 1 off
            """);

        assertThat(scenario.driver()).isEqualTo("570.1");
        assertThat(scenario.gpus()).extracting(Scenario.Gpu::model).containsExactly(Model.L4, Model.A100);
        assertThat(scenario.gpus())
                .extracting(Scenario.Gpu::layout)
                .containsExactly(
                        new Whole(List.of(Pattern.SERVING, Pattern.NOTEBOOK)),
                        new Mig(List.of(
                                new MigPart("3g.40gb", List.of(Pattern.TRAINING)),
                                new MigPart("1g.10gb", List.of(new Square(Duration.ofSeconds(2)), Pattern.IDLE)))));
        assertThat(scenario.faults())
                .containsExactly(
                        new Scenario.Timed(Duration.ofSeconds(30), new Fault.Repartition(1, new Whole(List.of()))),
                        new Scenario.Timed(Duration.ofSeconds(90), new Fault.Xid(0, 79)));
    }

    @Test
    void a_mig_gpu_may_have_no_instance() {
        assertThat(Scenario.parse("gpu h100 mig").gpus().getFirst().layout()).isEqualTo(new Mig(List.of()));
    }

    @Test
    void all_bad_lines_are_told_at_once_with_what_is_allowed() {
        assertThatExceptionOfType(ScenarioException.class)
                .isThrownBy(() -> Scenario.parse("""
                    gpu h100 trainig
                    gpu h100 idle
                    gpus h100 idle
                    gpu b200 idle
                    gpu a100 mig 3g.20gb idle
                    gpu h100 square 3s and more
                    gpu h100
                    at soon xid 0 79
                    at 5s ecc 1 corected 3
                    at 5s xid 0
                    at 5s xid zero 79
                    """))
                .withMessage("""
                    line 1: "trainig" is no workload; did you mean "training"? \
                    one of decode, hung, idle, notebook, serving, square, training
                    line 3: "gpus" is no statement; did you mean "gpu"? one of at, driver, gpu
                    line 4: "b200" is no model; did you mean "h200"? one of a100, a30, h100, h200, l4, v100
                    line 5: "3g.20gb" is no MIG profile of a100; did you mean "1g.20gb"? \
                    one of 1g.10gb, 1g.20gb, 2g.20gb, 3g.40gb, 4g.40gb, 7g.80gb
                    line 6: the period of a square wave is a multiple of 400ms
                    line 7: the workload is missing: \
                    one of decode, hung, idle, notebook, serving, square, training
                    line 8: "soon" is no time: a number with ms, s, m, h or d, such as 90s
                    line 9: "corected" is no kind; did you mean "corrected"? one of corrected, uncorrected
                    line 10: the XID is missing
                    line 11: "zero" is no GPU number: a whole number such as 1\
                    """);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        gpu h100 mig 4g.40gb idle, 4g.40gb idle                | needs 8 compute slices, h100 has 7
        gpu h100 mig 3g.40gb idle, 3g.40gb idle, 1g.10gb idle  | needs 9 memory slices, h100 has 8
        gpu l4 mig                                             | l4 has no MIG mode
        gpu h100 idle idle                                     | nothing is expected from "idle" on
        gpu h100 mig 1g.10gb idle,                             | the MIG profile is missing
        at 1s xid 0 79                                         | there is no GPU 0: the script has 0, from 0
        """)
    void what_a_gpu_cannot_be_is_refused(String line, String problem) {
        assertThatExceptionOfType(ScenarioException.class)
                .isThrownBy(() -> Scenario.parse(line))
                .withMessageContaining("line 1: ")
                .withMessageContaining(problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        xid 1 79                        | there is no GPU 1: the script has 1, from 0
        nvlink-down 0 6                 | v100 has 6 NVLinks, from 0
        remap 0 correctable 1           | v100 has no row remapping
        mig 0 1g.10gb idle              | v100 has no MIG mode
        """)
    void a_fault_that_cannot_happen_to_its_gpu_is_refused(String fault, String problem) {
        assertThatExceptionOfType(ScenarioException.class)
                .isThrownBy(() -> Scenario.parse("gpu v100 idle\nat 1s " + fault))
                .withMessage("line 2: " + problem);
        assertThat(Scenario.parse("gpu v100 idle").problemWith(Fault.parse(fault)))
                .hasValue(problem);
    }

    @Test
    void faults_are_read_as_scripts_write_them() {
        assertThat(Fault.parse("ecc 1 uncorrected 2")).isEqualTo(new Fault.Ecc(1, Fault.Ecc.Kind.UNCORRECTED, 2));
        assertThat(Fault.parse("throttle 0 hw_power_brake 5s"))
                .isEqualTo(new Fault.Throttle(0, Fault.Throttle.Reason.HW_POWER_BRAKE, Duration.ofSeconds(5)));
        assertThat(Fault.parse("lose 2")).isEqualTo(new Fault.Lose(2, Optional.empty()));
        assertThat(Fault.parse("nvlink-down 0 3 500ms"))
                .isEqualTo(new Fault.NvlinkDown(0, 3, Optional.of(Duration.ofMillis(500))));
        assertThat(Fault.parse("driver-restart")).isEqualTo(new Fault.DriverRestart(Duration.ofSeconds(10)));
        assertThatExceptionOfType(ScenarioException.class)
                .isThrownBy(() -> Fault.parse("loose 2"))
                .withMessageContaining("did you mean \"lose\"?");
    }

    @ParameterizedTest
    @MethodSource("io.gpuledger.exporter.device.simulated.Scenario#builtInNames")
    void every_built_in_scenario_is_there_and_in_order(String name) {
        assertThat(Scenario.builtIn(name).gpus().isEmpty()).isEqualTo(name.equals("empty"));
    }

    @Test
    void an_unknown_scenario_is_refused_with_the_names_that_are_known() {
        assertThatExceptionOfType(ScenarioException.class)
                .isThrownBy(() -> Scenario.builtIn("fault"))
                .withMessageContaining("did you mean \"faults\"?");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void random_text_is_read_or_refused_but_nothing_else(long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        List<String> words = List.of(
                "gpu", "at", "h100", "mig", "1g.10gb", "idle", "square", "2s", "+", ",", "9", "xid", "0", "99999d",
                "lose", "#", "\n", "\u00e9", "-1", "%s");
        for (int i = 0; i < 2_000; i++) {
            var text = new StringBuilder();
            for (int word = random.nextInt(12); word >= 0; word--) {
                text.append(words.get(random.nextInt(words.size()))).append(' ');
            }
            try {
                assertThat(Scenario.parse(text.toString())).as("seed %d", seed).isNotNull();
            } catch (ScenarioException e) {
                assertThat(e).as("seed %d", seed).hasMessageContaining("line ");
            }
        }
    }
}
