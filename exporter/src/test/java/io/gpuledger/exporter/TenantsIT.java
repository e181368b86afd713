package io.gpuledger.exporter;

import static io.gpuledger.exporter.Scraper.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.attribution.cgroup.MadeUpProc;
import io.gpuledger.exporter.device.nvml.NvmlScript;
import io.gpuledger.exporter.doubles.LibraryDouble;
import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The packaged exporter on a node without Kubernetes: from the processes that the driver names to the page.
@Timeout(600)
class TenantsIT {
    private static final String CONTAINER = "3e1f".repeat(16);
    private static final int IN_JOB = 4711;
    private static final int IN_CONTAINER = 4712;

    @TempDir
    private Path folder;

    private LibraryDouble driver;
    private MadeUpProc proc;
    private RunningProgram exporter;
    private Scraper scraper;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        driver = LibraryDouble.ofNvml(folder).says(NvmlScript.of("h100")).says(NvmlScript.gpus(1));
        driver.says("gpu0", "memory_used", Long.toString(8L << 30))
                .says("gpu0", "process1", "compute %d %d".formatted(IN_CONTAINER, 2L << 30));
        proc = new MadeUpProc(folder.resolve("proc"));
        proc.has(IN_JOB, 100, "0::/system.slice/slurmstepd.scope/job_77/step_0/user/task_0\n");
        exporter =
                Dist.startOn(driver, "--tenants", "--node-proc", proc.folder().toString());
        scraper = new Scraper(exporter);
    }

    @AfterEach
    void stop() throws InterruptedException {
        assertThat(exporter.terminate().exitCode()).as(exporter.output()).isZero();
        exporter.close();
        scraper.close();
    }

    @Test
    void a_job_and_a_container_have_what_their_processes_take() throws IOException, InterruptedException {
        scraper.textThat(
                page -> says(page, "gpu_exporter_unattributed", "value=\"memory\"", "reason=\"process_unseen\"")
                        && !page.contains("gpu_tenant_memory_used_bytes{"));
        proc.has(IN_CONTAINER, 200, "0::/system.slice/docker-" + CONTAINER + ".scope\n");
        var page = scraper.textThat(seen -> says(
                        seen, "gpu_tenant_memory_used_bytes", "slurm_job=\"77\"} " + (1L << 30))
                && says(seen, "gpu_tenant_memory_used_bytes", "container_id=\"" + CONTAINER + "\"} " + (2L << 30))
                && says(seen, "gpu_tenant_busy_seconds_total", "slurm_job=\"77\"} "));
        assertThat(page).doesNotContain("gpu_exporter_unattributed{");
        assertThat(page).doesNotContain("gpu_orphan_memory_bytes{");
    }
}
