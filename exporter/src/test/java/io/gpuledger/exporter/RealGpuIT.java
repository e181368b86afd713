package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.nvml.NvmlScript;
import io.gpuledger.exporter.doubles.LibraryDouble;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The program that proves the exporter on a real GPU, run whole over doubles of NVML and of nvidia-smi that give the
/// same numbers for two GPUs.
@Timeout(600)
class RealGpuIT {
    private static final String PROGRAM = "./real-gpu.sh";
    private static final Path NVML_DOUBLES = Path.of("src/test/resources/nvml");

    @TempDir
    Path folder;

    @BeforeEach
    void put_a_double_of_nvidia_smi_on_the_path() throws IOException {
        program(folder.resolve("bin/nvidia-smi"), Files.readString(NVML_DOUBLES.resolve("nvidia-smi.sh")));
        nvidiaSmiSays(Files.readString(NVML_DOUBLES.resolve("h100-nvidia-smi.txt")));
    }

    private static void program(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void nvidiaSmiSays(String numbers) throws IOException {
        Files.writeString(folder.resolve("bin/numbers.txt"), numbers);
    }

    /// Makes nvidia-smi print another line in the place of one, or none.
    private void nvidiaSmiSays(String line, String instead) throws IOException {
        var numbers = Files.readString(folder.resolve("bin/numbers.txt"));
        assertThat(numbers).contains("\n" + line + "\n");
        nvidiaSmiSays(numbers.replace("\n" + line + "\n", "\n" + instead));
    }

    private RunningProgram start(String path, String... options) {
        var command = new ArrayList<>(List.of("/bin/bash", PROGRAM));
        command.addAll(List.of(options));
        return RunningProgram.start(command, Map.of("PATH", path));
    }

    private String tools() {
        return folder.resolve("bin") + ":" + System.getenv("PATH");
    }

    private RunningProgram overDoubles(String... more) throws IOException, InterruptedException {
        var nvml = LibraryDouble.ofNvml(folder).says(NvmlScript.of("h100")).says(NvmlScript.gpus(2));
        var options = Stream.of("--library", nvml.library().toString(), "--settle", "1", "--seconds", "3");
        return start(tools(), Stream.concat(options, Arrays.stream(more)).toArray(String[]::new));
    }

    private static List<String> differences(String report) {
        return report.lines().filter(line -> line.endsWith("| **NOT** |")).toList();
    }

    @Test
    void where_all_agree_it_says_so_and_measures_idle_and_under_load() throws IOException, InterruptedException {
        var file = folder.resolve("report.md");
        try (var program =
                overDoubles("--load", "while :; do echo RATE 50; sleep 0.2; done", "--out", file.toString())) {
            assertThat(program.exitCode()).as(program.output()).isZero();
            assertThat(program.output()).endsWith(Files.readString(file).strip());
        }
        assertThat(Files.readString(file))
                .contains("- 2 x NVIDIA H100 80GB HBM3, driver 580.95.05")
                .contains("- fields that this nvidia-smi refuses: none")
                .contains("## Phase: idle")
                .contains("## Phase: load")
                .contains(
                        "| 1 | `gpu_temperature_celsius{sensor=\"memory\"}` | temperature.memory | 52 | 52 | 0 | each")
                .containsPattern("`gpu_busy_seconds_total / gpu_observed_seconds_total` .* \\| 0\\.57 \\| 0\\.5[67]")
                .containsPattern("`gpu_energy_joules_total / \\S+` \\| power\\.draw \\| 300 \\| \\d{3}")
                .contains("Given by neither: fan.speed, ")
                .containsPattern("\\| cycle of the collector readings \\| [\\d.]+ ms \\| [\\d.]+ ms \\|")
                .containsPattern("\\| RSS of the exporter \\| \\| \\d+\\.\\d MiB \\|")
                .containsPattern("\\| CPU of the exporter, of one core \\| [\\d.]+ % \\|")
                .contains("The load's own rate: 50 with the exporter, 50 without, a ratio of 1.0000.")
                .containsPattern("\nreal-gpu: 264 readings compared, 0 differ\n$");
        assertThat(ProcessHandle.allProcesses().flatMap(process -> process.info().commandLine().stream()))
                .noneMatch(command -> command.contains(folder.toString()));
    }

    @Test
    void a_reading_that_differs_or_has_none_beside_it_is_named() throws IOException, InterruptedException {
        nvidiaSmiSays("temperature.gpu 45", "temperature.gpu 49\n");
        nvidiaSmiSays("fan.speed [N/A]", "fan.speed 30\n");
        nvidiaSmiSays("serial 1650223000123", "serial [Unknown Error]\n");
        try (var program = overDoubles()) {
            assertThat(program.exitCode()).isEqualTo(1);
            assertThat(differences(program.output()).stream().filter(line -> line.startsWith("| 0 |")))
                    .satisfiesExactly(
                            line -> assertThat(line).contains("serial | [Unknown Error] | 1650223000123 |"),
                            line -> assertThat(line).contains("{sensor=\"gpu\"}` | temperature.gpu | 49 | 45 | -4 |"),
                            line -> assertThat(line).contains("`DCGM_FI_DEV_GPU_TEMP` | temperature.gpu | 49 |"),
                            line -> assertThat(line).contains("fan.speed | 30 | none |"));
            assertThat(program.output()).endsWith("compared, 8 differ");
        }
    }

    @Test
    void a_field_that_this_nvidia_smi_refuses_is_left_out_and_named() throws IOException, InterruptedException {
        nvidiaSmiSays("temperature.gpu.tlimit 37", "");
        nvidiaSmiSays("power.draw.instant 299.50", "");
        try (var program = overDoubles()) {
            assertThat(program.exitCode()).as(program.output()).isZero();
            assertThat(program.output())
                    .contains("refuses: temperature.gpu.tlimit, power.draw.instant\n")
                    .contains("No load was given: the phase under load is left out.")
                    .doesNotContain("gpu_power_instant_watts")
                    .endsWith("real-gpu: 128 readings compared, 0 differ");
        }
    }

    @Test
    void a_load_that_ends_by_itself_is_refused() throws IOException, InterruptedException {
        try (var program = overDoubles("--load", "echo no such kernel")) {
            assertThat(program.exitCode()).isEqualTo(2);
            assertThat(program.output()).endsWith("let it run until it is ended: no such kernel");
        }
    }

    @Test
    void what_is_missing_is_named_with_what_mends_it() throws IOException, InterruptedException {
        try (var program = start(folder.toString())) {
            assertThat(program.exitCode()).isEqualTo(2);
            assertThat(program.output()).contains("nvidia-smi is not on PATH: install the NVIDIA driver");
        }
        try (var program = start(tools(), "--dist", folder.toString())) {
            assertThat(program.exitCode()).isEqualTo(2);
            assertThat(program.output()).contains("build it with mvn package -Pruntime");
        }
        program(folder.resolve("bin/gpu-exporter"), "#!/bin/sh\necho no JDK 25 found >&2\nexit 1\n");
        try (var program = start(tools(), "--dist", folder.toString())) {
            assertThat(program.exitCode()).isEqualTo(2);
            assertThat(program.output()).contains("mvn package -Pruntime").endsWith("no JDK 25 found");
        }
        program(folder.resolve("bin/nvidia-smi"), "#!/bin/sh\necho cannot communicate with the driver\nexit 9\n");
        try (var program = start(tools())) {
            assertThat(program.exitCode()).isEqualTo(2);
            assertThat(program.output()).endsWith("mend the driver first: cannot communicate with the driver");
        }
    }

    @Test
    void an_exporter_that_does_not_get_ready_is_quoted() throws IOException, InterruptedException {
        program(folder.resolve("bin/gpu-exporter"), """
            #!/bin/sh
            [ "$1" != --version ] || exit 0
            echo something is wrong
            exit 1
            """);
        try (var program = start(tools(), "--dist", folder.toString())) {
            assertThat(program.exitCode()).isEqualTo(1);
            assertThat(program.output()).contains("something is wrong\n").contains("gpu-exporter has ended");
        }
    }

    @Test
    void the_page_lists_what_is_compared() throws InterruptedException {
        try (var program = start(System.getenv("PATH"), "--comparisons")) {
            assertThat(program.exitCode()).isZero();
            Golden.section(Path.of("docs/real-gpu.md"), "comparisons").matches(program.output());
        }
    }
}
