package io.gpuledger.exporter;

import static io.gpuledger.exporter.Scraper.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.attribution.podresources.FakeKubelet;
import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The packaged exporter beside a kubelet: from its socket to the page.
@Order(1)
@Timeout(600)
class HoldersIT {
    private static final String SHARED = "nvidia.com/gpu.shared";
    private static final Pattern UUID = Pattern.compile("gpu_info\\{uuid=\"(GPU-[^\"]+)\"");

    @TempDir
    private Path folder;

    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private RunningProgram exporter;
    private Scraper scraper;
    private List<String> uuids;

    private Path socket() {
        return folder.resolve("kubelet.sock");
    }

    @BeforeEach
    void start() throws IOException, InterruptedException {
        exporter = Dist.start(
                "--kubernetes",
                "--simulated-scenario",
                "square",
                "--pod-resources-kubelet-socket",
                socket().toString());
        scraper = new Scraper(exporter);
        uuids = UUID.matcher(scraper.textThat(page -> page.contains("gpu_info{")))
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    @AfterEach
    void stop() throws InterruptedException {
        assertThat(exporter.terminate().exitCode()).as(exporter.output()).isZero();
        exporter.close();
        scraper.close();
    }

    private static boolean works(String page) {
        return page.contains("gpu_exporter_collector_success{collector=\"holders\"} 1");
    }

    @Test
    void a_pod_s_gpu_carries_its_name_and_a_shared_one_carries_none() throws IOException, InterruptedException {
        try (var kubelet = FakeKubelet.at(socket())) {
            kubelet.gives("train", "main", "nvidia.com/gpu", uuids.getFirst());
            var page = scraper.textThat(
                    held -> says(held, "DCGM_FI_DEV_GPU_TEMP", "gpu=\"0\"", "namespace=\"team\",pod=\"train\"}"));
            assertThat(says(page, "gpu_holder_info", "pod=\"train\"", "mode=\"exclusive\""))
                    .isTrue();
            kubelet.forgetsPods()
                    .gives("a", "main", SHARED, uuids.getFirst() + "::0")
                    .gives("b", "main", SHARED, uuids.getFirst() + "::1")
                    .offers(SHARED, uuids.getFirst() + "::0", uuids.getFirst() + "::1", uuids.getFirst() + "::2");
            var shared = scraper.textThat(
                    held -> says(held, "gpu_holder_info", "pod=\"b\"", "replicas_held=\"1\",replicas=\"3\""));
            assertThat(says(shared, "DCGM_FI_DEV_GPU_TEMP", "pod=")).isFalse();
        }
    }

    @Test
    void while_there_is_no_kubelet_the_last_word_stands_and_its_age_is_told() throws IOException, InterruptedException {
        var alone = scraper.textThat(page -> page.contains("gpu_exporter_collector_success{collector=\"holders\"} 0"));
        assertThat(alone).contains("gpu_exporter_collector_last_success_timestamp_seconds{collector=\"holders\"} 0");
        exporter.await("(no kubelet at .*mount its folder)");
        try (var kubelet = FakeKubelet.at(socket())) {
            kubelet.gives("train", "main", "nvidia.com/gpu", uuids.getFirst());
            scraper.textThat(page -> says(page, "gpu_holder_info", "pod=\"train\""));
        }
        Files.deleteIfExists(socket());
        var gone = scraper.textThat(page -> !works(page));
        assertThat(says(gone, "gpu_holder_info", "pod=\"train\"")).isTrue();
        assertThat(gone).doesNotContain("last_success_timestamp_seconds{collector=\"holders\"} 0\n");
    }

    @Test
    void a_kubelet_that_restarts_under_load_fails_no_scrape() throws Exception {
        var scraping = new AtomicBoolean(true);
        var scrapes = new AtomicInteger();
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (var client = 0; client < 4; client++) {
                threads.execute(() -> scrape(scraping, scrapes));
            }
            for (var life = 0; life < 3; life++) {
                var pod = "pod-" + life;
                try (var kubelet = FakeKubelet.at(socket())) {
                    kubelet.gives(pod, "main", "nvidia.com/gpu", uuids.getFirst());
                    scraper.textThat(page -> works(page) && says(page, "gpu_holder_info", pod));
                }
                Files.deleteIfExists(socket());
            }
            scraping.set(false);
        }
        assertThat(failures).isEmpty();
        assertThat(scrapes.get()).isGreaterThan(100);
    }

    private void scrape(AtomicBoolean scraping, AtomicInteger scrapes) {
        while (scraping.get()) {
            try {
                var answer = scraper.get("/metrics");
                if (answer.statusCode() != 200 || !answer.body().contains("gpu_info{")) {
                    failures.add(answer.statusCode() + " " + answer.body());
                }
                scrapes.incrementAndGet();
            } catch (IOException | InterruptedException e) {
                failures.add(e.toString());
            }
        }
    }
}
