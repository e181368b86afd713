package io.gpuledger.analyzer.books;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.cluster.PreferredOrigin;
import io.gpuledger.analyzer.cluster.statemetrics.StateCollector;
import io.gpuledger.analyzer.cluster.statemetrics.StateMetrics;
import io.gpuledger.analyzer.ledger.PageRows;
import io.gpuledger.analyzer.parse.RoutedSamples;
import io.gpuledger.analyzer.parse.SeriesRouter;
import io.gpuledger.analyzer.parse.text.Interner;
import io.gpuledger.analyzer.parse.text.PageFormat;
import io.gpuledger.analyzer.parse.text.PageLimits;
import io.gpuledger.analyzer.parse.text.PageReader;
import io.gpuledger.analyzer.source.Scope;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/// GPUs that HAMi or KAI-Scheduler shares among pods, as dcgm-exporter, kube-state-metrics and HAMi's scheduler tell of
/// them on pages that are scraped each minute.
class SharedGpusTest {
    private static final int HOURS = 4;
    private static final Instant BEGIN = Past.hour(0);
    private static final Instant END = Past.hour(HOURS);

    /// One of the pods ends after so many minutes.
    private static final int ENDS = 120;

    /// Selects for how many minutes of a GPU's time each GPU was held by whom.
    private static final String HELD = """
        select g.uuid, o.pod, case when o.pod is null then e.state::text else 'held' end, round(sum(e.millis) / 60000.0)
        from gpu_ledger.entry e
        join gpu_ledger.gpu g on g.id = e.gpu_id
        left join gpu_ledger.owner o on o.id = e.owner_id
        group by 1, 2, 3 order by 1, 2, 3
        """;
    /// Selects the hours in which the accounts of a GPU do not add up to the hour.
    private static final String OFF = """
        select g.uuid, e.hour, sum(e.millis) from gpu_ledger.entry e join gpu_ledger.gpu g on g.id = e.gpu_id
        where e.settled group by 1, 2 having sum(e.millis) <> 3600000 and min(e.hour) > '%s'
        """.formatted(BEGIN);

    private static final String NODE = """
        kube_node_info{node="n1"} 1
        kube_node_status_condition{node="n1",condition="Ready",status="true"} 1
        kube_node_status_capacity{node="n1",resource="nvidia_com_gpu",unit="integer"} %1$d
        kube_node_status_allocatable{node="n1",resource="nvidia_com_gpu",unit="integer"} %1$d
        """;

    private final StateMetrics states = new StateMetrics(new PreferredOrigin(), new Annotations(Set.of()));

    /// One target is scraped again and again.
    private final class Target {
        private final StateCollector collector =
                states.page(new Scope("here", "unknown", "scraped", "cluster", List.of()));
        private final PageReader reader = new PageReader(SeriesRouter.to(collector), PageLimits.USUAL, new Interner());
        private final RoutedSamples samples = new RoutedSamples();

        List<Statement> scrape(String page, long millis) {
            var bytes = page.getBytes(StandardCharsets.UTF_8);
            reader.read(bytes, bytes.length, PageFormat.PROMETHEUS, samples);
            return collector.collect(samples.of(0), samples.problems() == 0, millis).batches().stream()
                    .flatMap(batch -> batch.statements().stream())
                    .toList();
        }
    }

    private static long at(int minute) {
        return BEGIN.plus(Duration.ofMinutes(minute)).toEpochMilli();
    }

    private static List<Row> rows(IntFunction<String> page) {
        var exporter = new PageRows();
        var rows = new ArrayList<Row>();
        for (var minute = 0; minute <= 60 * HOURS; minute++) {
            rows.addAll(exporter.rows(page.apply(minute).getBytes(StandardCharsets.UTF_8), at(minute)));
        }
        return rows;
    }

    private List<Statement> statements(IntFunction<String> page) {
        var target = new Target();
        var statements = new ArrayList<Statement>();
        for (var minute = 0; minute <= 60 * HOURS; minute++) {
            statements.addAll(target.scrape(page.apply(minute), at(minute)));
        }
        return statements;
    }

    private static String gpu(String uuid, String holder) {
        return """
            DCGM_FI_DEV_GPU_UTIL{gpu="0",UUID="%1$s",device="nvidia0",modelName="NVIDIA A100-SXM4-80GB",Hostname="n1"%2$s} 60
            DCGM_FI_DEV_FB_FREE{gpu="0",UUID="%1$s",device="nvidia0",modelName="NVIDIA A100-SXM4-80GB",Hostname="n1"%2$s} 40960
            DCGM_FI_DEV_FB_USED{gpu="0",UUID="%1$s",device="nvidia0",modelName="NVIDIA A100-SXM4-80GB",Hostname="n1"%2$s} 40960
            """.formatted(uuid, holder);
    }

    /// What kube-state-metrics tells of a pod that began with the hour, or before it.
    private static String pod(String namespace, String name, String more) {
        var pod = "namespace=\"%s\",pod=\"%s\",uid=\"uid-%s\"".formatted(namespace, name, name);
        return """
            kube_pod_info{POD,node="n1"} 1
            kube_pod_start_time{POD} %d
            """.formatted(Past.BEGIN).concat(more).replace("POD", pod);
    }

    private static String completed(int minute) {
        return minute < ENDS ? "" : "kube_pod_completion_time{POD} %d\n".formatted(Past.BEGIN + ENDS * 60);
    }

    private static List<String> booked(List<Row> rows, List<Statement> statements) throws Exception {
        try (var kept = Kept.at(BEGIN, END)) {
            kept.tell(rows, statements);
            kept.passAt(END);
            assertThat(kept.rows(OFF)).isEmpty();
            assertThat(kept.sumsThatAreOff()).isEmpty();
            return kept.rows(HELD);
        }
    }

    private static String hami(int minute) {
        return """
            hami_gpu_memory_limit_bytes{device_index="0",device_type="NVIDIA-A100",device_uuid="GPU-a",node="n1",zone="vGPU"} 8.589934592e+10
            hami_vgpu_core_allocated_ratio{container_index="0",device_uuid="GPU-a",namespace="vision",node="n1",pod="train",zone="vGPU"} 30
            """ + (minute < ENDS ? """
                hami_vgpu_core_allocated_ratio{container_index="0",device_uuid="GPU-a",namespace="chat",node="n1",pod="serve",zone="vGPU"} 50
                """ : "");
    }

    private static String clusterOfHami(int minute) {
        var request =
                "kube_pod_container_resource_requests{POD,container=\"main\",resource=\"nvidia_com_gpu\",unit=\"integer\"}"
                    + " 1\n";
        return NODE.formatted(10) + pod("vision", "train", request) + pod("chat", "serve", request + completed(minute));
    }

    @Test
    void pods_hold_what_hami_assigned_to_them_until_they_end_and_the_rest_is_free() throws Exception {
        var told = new ArrayList<>(statements(SharedGpusTest::hami));
        told.addAll(statements(SharedGpusTest::clusterOfHami));

        assertThat(booked(rows(_ -> gpu("GPU-a", "")), told))
                .containsExactly(
                        "GPU-a|serve|held|%d".formatted(ENDS / 2),
                        "GPU-a|train|held|72",
                        "GPU-a|null|free|%d".formatted(240 - 60 - 72));
    }

    @Test
    void what_hami_tells_late_books_settled_hours_again() throws Exception {
        var rows = rows(_ -> gpu("GPU-a", ""));
        try (var kept = Kept.at(BEGIN, END.plus(Duration.ofDays(1)))) {
            kept.tell(rows, statements(SharedGpusTest::clusterOfHami));
            kept.passAt(END.plus(Duration.ofHours(8)));
            assertThat(kept.settled()).isNotEmpty();
            assertThat(kept.rows(HELD)).noneMatch(row -> row.contains("held"));

            kept.tell(List.of(), statements(SharedGpusTest::hami));
            kept.passAt(END.plus(Duration.ofHours(9)));

            assertThat(kept.rows(HELD))
                    .contains("GPU-a|serve|held|60")
                    .anyMatch(row -> row.startsWith("GPU-a|train|held"));
            assertThat(kept.sumsThatAreOff()).isEmpty();
        }
    }

    private static String clusterOfKai(int minute) {
        return NODE.formatted(2)
                + pod("kai-resource-reservation", "gpu-reservation-n1-abcde", """
                    kube_pod_labels{POD,label_app="kai-resource-reservation",label_runai_gpu_group="g"} 1
                    kube_pod_container_resource_requests{POD,container="resource-reservation",resource="nvidia_com_gpu",unit="integer"} 1
                    """)
                + pod("vision", "train", """
                    kube_pod_labels{POD,label_runai_gpu_group="g",label_kai_scheduler_queue="q"} 1
                    kube_pod_annotations{POD,annotation_gpu_fraction="0.3"} 1
                    """)
                + pod("chat", "serve", """
                    kube_pod_labels{POD,label_runai_gpu_group="g",label_kai_scheduler_queue="q"} 1
                    kube_pod_annotations{POD,annotation_gpu_memory="40960"} 1
                    """ + completed(minute));
    }

    @Test
    void pods_hold_their_fractions_of_the_gpu_that_a_reservation_pod_of_kai_has() throws Exception {
        var holder =
                ",namespace=\"kai-resource-reservation\",pod=\"gpu-reservation-n1-abcde\",container=\"resource-reservation\"";

        assertThat(booked(
                        rows(_ -> gpu("GPU-a", holder) + gpu("GPU-b", "").replace("gpu=\"0\"", "gpu=\"1\"")),
                        statements(SharedGpusTest::clusterOfKai)))
                .containsExactly(
                        "GPU-a|serve|held|%d".formatted(ENDS / 2),
                        "GPU-a|train|held|72",
                        "GPU-a|null|free|%d".formatted(240 - 60 - 72),
                        "GPU-b|null|free|240");
    }
}
