package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.nvml.NvmlScript;
import io.gpuledger.exporter.doubles.LibraryDouble;
import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The packaged exporter on two GPUs of NVML's double, from the library to the page: whatever becomes of the driver has
/// a name on the page and in /readyz, nothing ends the process, and nothing needs a restart.
@Order(1)
class NvmlIT {
    /// What the double holds open for as long as it is initialized.
    private static final String DEVICE = ".device";

    @TempDir
    private Path folder;

    private LibraryDouble driver;
    private RunningProgram exporter;
    private Scraper scraper;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        driver = LibraryDouble.ofNvml(folder).says(NvmlScript.of("h100")).says(NvmlScript.gpus(2));
        exporter = Dist.startOn(driver, "--release-time", "30s");
        scraper = new Scraper(exporter);
    }

    @AfterEach
    void stop() throws InterruptedException {
        assertThat(exporter.terminate().exitCode()).as(exporter.output()).isZero();
        exporter.close();
        scraper.close();
    }

    /// Finds a value by its family and some of its labels, as they stand on the page: `gpu="1"`.
    private static double of(Map<String, Double> page, String family, String... labels) {
        return page.entrySet().stream()
                .filter(series -> series.getKey().startsWith(family + "{"))
                .filter(series -> List.of(labels).stream().allMatch(series.getKey()::contains))
                .mapToDouble(Map.Entry::getValue)
                .findFirst()
                .orElse(Double.NaN);
    }

    private static Predicate<Map<String, Double>> stands(double value, String family, String... labels) {
        return page -> of(page, family, labels) == value;
    }

    private Map<String, Double> well() throws IOException, InterruptedException {
        return scraper.seriesThat(page -> of(page, "gpu_power_watts", "gpu=\"0\"") == 300
                && of(page, "gpu_power_watts", "gpu=\"1\"") == 300
                && of(page, "gpu_sm_active_seconds_total", "gpu=\"1\"") > 0);
    }

    private void assertReadyzSays(int status, String words) throws IOException, InterruptedException {
        var answer = scraper.get("/readyz");
        assertThat(answer.body()).contains(words);
        assertThat(answer.statusCode()).isEqualTo(status);
    }

    @Test
    void a_gpu_that_hangs_is_stuck_and_the_other_goes_on() throws IOException, InterruptedException {
        well();
        driver.says("gpu0", "nvmlDeviceGetPowerUsage", "hang");
        var page = scraper.seriesThat(stands(1, "gpu_exporter_device_stuck", "gpu=\"0\""));
        assertThat(of(page, "gpu_power_watts", "gpu=\"0\"")).isNaN();
        assertThat(of(page, "gpu_power_watts", "gpu=\"1\"")).isEqualTo(300);
        assertReadyzSays(200, "1 of 2 GPUs answer");
        driver.forgets("gpu0", "nvmlDeviceGetPowerUsage");
        well();
    }

    @Test
    void a_driver_that_goes_and_comes_is_named_and_taken_again() throws IOException, InterruptedException {
        var before = well();
        driver.says("call", "nvmlDeviceGetCount_v2", "@9").says("call", "nvmlInit_v2", "@9");
        var page = scraper.seriesThat(stands(1, "gpu_exporter_backend_state", "state=\"no_driver\""));
        assertThat(of(page, "gpu_power_watts", "gpu=\"0\"")).isNaN();
        assertThat(of(page, "gpu_info", "gpu=\"0\"")).as("who it is stays").isEqualTo(1);
        assertReadyzSays(503, "nvml is no_driver: NVIDIA's kernel module is not loaded");
        driver.says("gpu*", "energy", "0")
                .forgets("call", "nvmlDeviceGetCount_v2")
                .forgets("call", "nvmlInit_v2");
        var after = well();
        assertThat(of(after, "gpu_energy_joules_total", "gpu=\"0\""))
                .as("a counter that begins anew")
                .isGreaterThanOrEqualTo(of(before, "gpu_energy_joules_total", "gpu=\"0\""));
        assertThat(of(after, "gpu_observed_seconds_total", "gpu=\"0\""))
                .isGreaterThanOrEqualTo(of(before, "gpu_observed_seconds_total", "gpu=\"0\""));
    }

    @Test
    void another_version_of_the_kernel_module_is_named() throws IOException, InterruptedException {
        well();
        driver.says("call", "nvmlDeviceGetCount_v2", "@18").says("call", "nvmlInit_v2", "@18");
        scraper.seriesThat(stands(1, "gpu_exporter_backend_state", "state=\"version_mismatch\""));
        assertReadyzSays(503, "different versions");
        driver.forgets("call", "nvmlDeviceGetCount_v2").forgets("call", "nvmlInit_v2");
        well();
    }

    @Test
    void a_library_that_goes_with_the_driver_and_comes_back_is_found() throws IOException, InterruptedException {
        well();
        driver.says("call", "nvmlDeviceGetCount_v2", "@999");
        var elsewhere = Files.move(driver.library(), folder.resolve("elsewhere"));
        scraper.seriesThat(stands(1, "gpu_exporter_backend_state", "state=\"no_library\""));
        assertReadyzSays(503, "no NVML (tried " + driver.library());
        driver.forgets("call", "nvmlDeviceGetCount_v2");
        Files.move(elsewhere, driver.library());
        well();
    }

    @Test
    void a_gpu_that_is_lost_says_so_and_comes_back() throws IOException, InterruptedException {
        well();
        driver.says("gpu1", "lost", "@15");
        var page = scraper.seriesThat(stands(1, "gpu_lost", "gpu=\"1\""));
        assertThat(of(page, "gpu_lost", "gpu=\"0\"")).isZero();
        driver.forgets("gpu1", "lost");
        well();
        scraper.seriesThat(stands(0, "gpu_lost", "gpu=\"1\""));
    }

    @Test
    void when_all_gpus_are_lost_it_is_not_ready() throws IOException, InterruptedException {
        well();
        driver.says("gpu*", "lost", "@15");
        scraper.seriesThat(page -> of(page, "gpu_lost", "gpu=\"0\"") == 1 && of(page, "gpu_lost", "gpu=\"1\"") == 1);
        assertReadyzSays(503, "no GPU answers: GPU 0 is lost, GPU 1 is lost");
        driver.forgets("gpu*", "lost");
        well();
    }

    @Test
    void of_a_storm_of_ten_thousand_xids_every_one_is_counted() throws IOException, InterruptedException {
        well();
        driver.says("system", "event0", "0 8 31 6000").says("system", "event1", "1 8 79 4000");
        var page = scraper.seriesThat(page31 -> of(page31, "gpu_xid_errors_total", "gpu=\"0\"", "xid=\"31\"") == 6000
                && of(page31, "gpu_xid_errors_total", "gpu=\"1\"", "xid=\"79\"") == 4000);
        assertThat(of(page, "DCGM_FI_DEV_XID_ERRORS", "gpu=\"1\"", "err_code=\"79\""))
                .isEqualTo(79);
    }

    @Test
    void mig_instances_appear_and_go() throws IOException, InterruptedException {
        well();
        driver.says("gpu0 mig 1\n" + NvmlScript.instance(0, 0, 2, 0, "3g.40gb", 3, 40448)
                + NvmlScript.instance(0, 3, 3, 0, "2g.20gb", 2, 20096));
        var page =
                scraper.seriesThat(mig -> of(mig, "gpu_sm_active_seconds_total", "instance_profile=\"2g.20gb\"") > 0);
        assertThat(of(page, "gpu_memory_total_bytes", "instance_id=\"2\"")).isEqualTo(40448.0 * (1 << 20));
        assertThat(of(page, "DCGM_FI_DEV_FB_USED", "GPU_I_PROFILE=\"3g.40gb\"", "GPU_I_ID=\"2\""))
                .isEqualTo(1024);
        driver.says("gpu0", "mig", "0");
        scraper.seriesThat(gone -> gone.keySet().stream().noneMatch(series -> series.contains("2g.20gb")));
        well();
    }

    @Test
    void it_lets_go_of_the_driver_when_asked_and_takes_it_again() throws IOException, InterruptedException {
        well();
        assertThat(openFiles()).anyMatch(file -> file.endsWith(DEVICE));
        assertThat(scraper.post("/-/release", "")).startsWith("let go of the driver for 30 s");
        scraper.seriesThat(stands(1, "gpu_exporter_backend_state", "state=\"released\""));
        assertThat(openFiles()).noneMatch(file -> file.endsWith(DEVICE));
        assertReadyzSays(503, "nvml is released");
        assertThat(scraper.post("/-/resume", "")).isEqualTo("the driver is asked again\n");
        well();
        exporter.signal("USR1");
        scraper.seriesThat(stands(1, "gpu_exporter_backend_state", "state=\"released\""));
        scraper.post("/-/resume", "");
        well();
    }

    private List<String> openFiles() throws IOException {
        try (var descriptors = Files.list(Path.of("/proc/%d/fd".formatted(exporter.pid())))) {
            return descriptors.map(NvmlIT::target).toList();
        }
    }

    /// Some are closed while they are listed.
    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException _) {
            return "";
        }
    }

    @Test
    void it_unpacks_nothing_to_a_temporary_folder() throws IOException, InterruptedException {
        well();
        assertThat(Files.readString(Path.of("/proc/%d/maps".formatted(exporter.pid()))))
                .contains("target/dist/lib/native/com/sun/jna/linux-")
                .doesNotContain("/tmp/jna");
    }

    @Test
    void it_does_not_let_go_while_a_call_hangs() throws IOException, InterruptedException {
        well();
        driver.says("gpu0", "nvmlDeviceGetPowerUsage", "hang");
        scraper.seriesThat(stands(1, "gpu_exporter_device_stuck", "gpu=\"0\""));
        assertThat(scraper.post("/-/release", "")).startsWith("a call into the driver has not come back");
        driver.forgets("gpu0", "nvmlDeviceGetPowerUsage");
        well();
    }
}
