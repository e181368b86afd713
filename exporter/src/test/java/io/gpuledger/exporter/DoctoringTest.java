package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.Backend;
import io.gpuledger.exporter.device.BackendException;
import io.gpuledger.exporter.device.BackendState;
import io.gpuledger.exporter.device.BackendState.Link;
import io.gpuledger.exporter.device.DeviceEvent;
import io.gpuledger.gate.FreePort;
import io.gpuledger.service.Program;
import io.gpuledger.service.settings.Invocation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Each plants a fault, and wants it named with what mends it.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DoctoringTest {
    @TempDir
    private Path folder;

    private boolean isServing;
    private int code;

    /// A driver that stands so, and finds these GPUs, or nothing at all.
    private record Stuck(Optional<BackendState> state, Optional<List<Gpu>> gpus) implements Backend {
        Stuck(Optional<BackendState> state) {
            this(state, Optional.empty());
        }

        Stuck(Optional<BackendState> state, List<Gpu> gpus) {
            this(state, Optional.of(gpus));
        }

        @Override
        public List<Gpu> scan() {
            return gpus.orElseThrow(() -> new BackendException("nothing is said"));
        }

        @Override
        public Optional<DeviceEvent> awaitEvent(Duration timeout) {
            return Optional.empty();
        }

        @Override
        public List<BackendState> states() {
            return state.stream().toList();
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }

    private static Invocation.Run run(List<String> flags) {
        var command = new ArrayList<>(List.of("doctor"));
        command.addAll(flags);
        if (flags.stream().noneMatch(flag -> flag.startsWith("--listen"))) {
            command.add("--listen=127.0.0.1:" + FreePort.find());
        }
        return (Invocation.Run)
                Invocation.of(Program.complete(Main.DECLARATION), Map.of(), command.toArray(String[]::new));
    }

    private String said(Backend backend, String... flags) throws InterruptedException {
        var out = new ByteArrayOutputStream();
        var doctoring = new Doctoring(
                run(Arrays.asList(flags)).settings(),
                backend,
                Map.of("KUBERNETES_SERVICE_HOST", "127.0.0.1", "KUBERNETES_SERVICE_PORT", "1"),
                isServing);
        code = doctoring.run(
                Arrays.asList(flags).contains("--json"), new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8).replaceAll(" +", " ");
    }

    private String said(String... flags) throws InterruptedException {
        var all = new ArrayList<>(List.of("--backend=simulated"));
        all.addAll(Arrays.asList(flags));
        try (var backend = Main.backend(run(all).settings())) {
            return said(backend, all.toArray(String[]::new));
        }
    }

    @Test
    void on_a_healthy_node_nothing_is_to_be_mended_and_what_old_gpus_lack_is_said() throws InterruptedException {
        assertThat(said())
                .contains("ok driver version ", "1 x NVIDIA H200", "is free", "0 to mend")
                .contains("warning GPU 5 SM activity cannot be read")
                .doesNotContain("GPU 0");
        assertThat(code).isZero();
    }

    @Test
    void programs_get_json() throws InterruptedException {
        assertThat(said("--json")).startsWith("{\"lines\":[").contains("{\"grade\":\"ok\",\"subject\":\"driver\"");
    }

    @ParameterizedTest
    @CsvSource({
        "NO_LIBRARY, its library is not found",
        "NO_DRIVER, the kernel module is not loaded",
        "VERSION_MISMATCH, is of another version than the kernel module",
        "NO_PERMISSION, may not open the devices",
        "NO_SERVICE, has no service that answers",
        "FAILING, nvml fails",
    })
    void a_driver_that_cannot_be_asked_is_named_with_what_mends_it(Link link, String words)
            throws InterruptedException {
        assertThat(said(new Stuck(Optional.of(new BackendState("nvml", link, "mend it so")))))
                .contains("fault driver nvml", words, "-> mend it so");
        assertThat(code).isEqualTo(1);
    }

    @Test
    void a_driver_that_gives_no_state_is_named_in_its_own_words() throws InterruptedException {
        assertThat(said(new Stuck(Optional.empty()))).contains("it cannot be asked", "-> nothing is said");
    }

    @Test
    void a_kubelet_that_is_not_there_is_named() throws InterruptedException {
        assertThat(said("--kubernetes", "--pod-resources-kubelet-socket=" + folder.resolve("kubelet.sock")))
                .contains("fault kubelet it does not say who was given which GPU", "-> no kubelet at " + folder);
        assertThat(code).isEqualTo(1);
    }

    @Test
    void an_api_server_that_is_away_is_named() throws InterruptedException {
        assertThat(said("--kubernetes", "--kubernetes-watch-pods"))
                .contains("fault API server https://127.0.0.1:1 does not tell of the pods of ");
    }

    @Test
    void an_api_server_that_does_not_tell_of_devices_is_named() throws InterruptedException {
        assertThat(said("--kubernetes", "--kubernetes-enable-dra"))
                .contains("fault API server https://127.0.0.1:1 does not tell of the ResourceSlices of ")
                .doesNotContain("the pods of");
    }

    @Test
    void a_proc_that_is_not_the_node_s_is_named() throws InterruptedException {
        assertThat(said("--kubernetes", "--node-proc=" + folder))
                .contains("warning /proc processes of the node are not seen in " + folder, "-> run with hostPID");
    }

    @Test
    void a_proc_of_the_node_is_known_by_the_kernel_s_own_processes() throws IOException, InterruptedException {
        Files.writeString(Files.createDirectories(folder.resolve("2")).resolve("comm"), "kthreadd\n");

        assertThat(said("--kubernetes", "--node-proc=" + folder))
                .contains("ok /proc processes of the node are seen in " + folder);
    }

    @Test
    void a_library_that_is_not_there_and_not_needed_is_a_warning() throws InterruptedException {
        var dcgm = new BackendState("dcgm", Link.NO_LIBRARY, "install it");

        assertThat(said(new Stuck(Optional.of(dcgm), List.of())))
                .contains("warning driver dcgm is not there", "-> install it", "warning driver it counts no GPU");
        assertThat(code).isZero();
    }

    @Test
    void a_folder_of_jobs_that_is_not_there_is_named() throws InterruptedException {
        assertThat(said("--hpc-job-mapping-dir=" + folder.resolve("none")))
                .contains("fault jobs " + folder.resolve("none") + " cannot be read", "-> let the batch system");
    }

    @Test
    void an_exporter_that_serves_has_its_address() throws IOException, InterruptedException {
        isServing = true;
        try (var taken = new ServerSocket(0)) {
            assertThat(said("--listen=127.0.0.1:" + taken.getLocalPort()))
                    .contains("ok address 127.0.0.1:%d is taken, as the exporter runs".formatted(taken.getLocalPort()));
        }
        assertThat(said()).contains("warning address the exporter runs, and nobody listens at 127.0.0.1:");
    }

    @Test
    void an_address_that_somebody_has_is_named() throws IOException, InterruptedException {
        try (var taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            assertThat(said("--listen=127.0.0.1:" + taken.getLocalPort()))
                    .contains("warning address 127.0.0.1:" + taken.getLocalPort() + " cannot be listened at");
        }
    }
}
