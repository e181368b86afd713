package io.gpuledger.exporter;

import static io.gpuledger.exporter.Scraper.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.attribution.apiserver.FakeApiServer;
import io.gpuledger.exporter.attribution.apiserver.Objects;
import io.gpuledger.exporter.attribution.apiserver.Objects.Pod;
import io.gpuledger.exporter.attribution.cgroup.MadeUpProc;
import io.gpuledger.exporter.attribution.podresources.FakeKubelet;
import io.gpuledger.exporter.device.nvml.NvmlScript;
import io.gpuledger.exporter.doubles.LibraryDouble;
import io.gpuledger.gate.OpenSsl;
import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The packaged exporter on a node of Kubernetes, with all that it asks there: the driver, the kubelet, the API server,
/// and control groups. One GPU is a pod's own, two pods share the other.
@Timeout(600)
class NodeIT {
    private static final String SHARED = "nvidia.com/gpu.shared";
    private static final String OWN = NvmlScript.uuid(0);
    private static final String COMMON = NvmlScript.uuid(1);

    @TempDir
    private Path folder;

    private FakeKubelet kubelet;
    private FakeApiServer apiServer;
    private RunningProgram exporter;
    private Scraper scraper;

    @BeforeEach
    void start() throws IOException, InterruptedException, GeneralSecurityException {
        var driver = LibraryDouble.ofNvml(folder).says(NvmlScript.of("h100")).says(NvmlScript.gpus(2));
        driver.says("gpu1", "memory_used", Long.toString(8L << 30))
                .says("gpu1", "process0", "compute 5001 %d".formatted(1L << 30))
                .says("gpu1", "process1", "compute 5002 %d".formatted(2L << 30))
                .says("gpu1", "sample0", "5001 30")
                .says("gpu1", "sample1", "5002 20");
        var proc = new MadeUpProc(folder.resolve("proc"));
        proc.has(4711, 100, cgroup("train"));
        proc.has(5001, 100, cgroup("a"));
        proc.has(5002, 100, cgroup("b"));
        kubelet = FakeKubelet.at(folder.resolve("kubelet.sock"))
                .gives("train", "main", "nvidia.com/gpu", OWN)
                .gives("a", "main", SHARED, COMMON + "::0")
                .gives("b", "main", SHARED, COMMON + "::1")
                .offers(SHARED, COMMON + "::0", COMMON + "::1", COMMON + "::2");
        new OpenSsl(folder).certificate("ca", "IP:127.0.0.1");
        Files.writeString(folder.resolve("token"), "secret\n");
        apiServer = FakeApiServer.start(new OpenSsl(folder).server("ca"))
                .accepts("secret")
                .hasPod("node-1", pod("train").labels("\"team\":\"vision\""))
                .hasPod("node-1", pod("a"))
                .hasPod("node-1", pod("b"));
        exporter = Dist.startOn(
                driver,
                "--node-name",
                "node-1",
                "--kubernetes",
                "--pod-resources-kubelet-socket",
                folder.resolve("kubelet.sock").toString(),
                "--node-proc",
                proc.folder().toString(),
                "--kubernetes-enable-pod-uid",
                "--kubernetes-enable-pod-labels",
                "--kubernetes-api-server",
                apiServer.uri().toString(),
                "--kubernetes-service-account",
                folder.toString());
        scraper = new Scraper(exporter);
    }

    /// What the containers of a pod are called, one each.
    private static String container(String pod) {
        return "%064x".formatted(pod.hashCode());
    }

    private static String cgroup(String pod) {
        return "0::/kubepods.slice/kubepods-burstable.slice/cri-containerd-" + container(pod) + ".scope\n";
    }

    private static Pod pod(String name) {
        var main = Objects.container("main", container(name), "{\"running\":{}}");
        return Pod.of(name).status("\"phase\":\"Running\",\"containerStatuses\":[" + main + "]");
    }

    @AfterEach
    void stop() throws InterruptedException {
        assertThat(exporter.terminate().exitCode()).as(exporter.output()).isZero();
        exporter.close();
        scraper.close();
        apiServer.close();
        kubelet.close();
    }

    private static boolean hasAllOfTheSharedOne(String page) {
        return says(page, "gpu_pod_memory_used_bytes", "pod=\"a\"", "} " + (1L << 30))
                && says(page, "gpu_pod_memory_used_bytes", "pod=\"b\"", "} " + (2L << 30))
                && says(page, "gpu_pod_busy_seconds_total", "pod=\"a\"")
                && says(page, "gpu_pod_busy_seconds_total", "pod=\"b\"");
    }

    @Test
    void each_pod_has_what_it_holds_and_what_its_processes_take() throws IOException, InterruptedException {
        var page = scraper.textThat(seen -> hasAllOfTheSharedOne(seen)
                && says(seen, "DCGM_FI_DEV_GPU_TEMP", "gpu=\"0\"", "team=\"vision\"", "pod=\"train\"", "uid-train"));
        assertThat(says(page, "DCGM_FI_DEV_GPU_TEMP", "gpu=\"1\"", "pod=")).isFalse();
        assertThat(says(page, "gpu_holder_info", "pod=\"b\"", "replicas_held=\"1\",replicas=\"3\""))
                .isTrue();
        assertThat(page)
                .contains("gpu_exporter_collector_success{collector=\"holders\"} 1")
                .contains("gpu_exporter_collector_success{collector=\"pods\"} 1")
                .doesNotContain("gpu_exporter_unattributed{")
                .doesNotContain("gpu_orphan_memory_bytes{");
    }

    @Test
    void without_the_kubelet_and_the_api_server_what_they_said_stands() throws IOException, InterruptedException {
        scraper.textThat(NodeIT::hasAllOfTheSharedOne);
        apiServer.close();
        kubelet.close();
        var page = scraper.textThat(seen -> seen.contains("gpu_exporter_collector_success{collector=\"pods\"} 0")
                && seen.contains("gpu_exporter_collector_success{collector=\"holders\"} 0"));
        assertThat(hasAllOfTheSharedOne(page)).isTrue();
        assertThat(says(page, "DCGM_FI_DEV_GPU_TEMP", "gpu=\"0\"", "pod=\"train\"", "uid-train"))
                .isTrue();
        exporter.await("(the API server at https://127.0.0.1:\\d+ )");
    }
}
