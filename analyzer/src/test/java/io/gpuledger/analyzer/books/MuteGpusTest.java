package io.gpuledger.analyzer.books;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.ledger.PageRows;
import io.gpuledger.analyzer.telemetry.Row;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// GPUs that are named, and of which nothing can be read.
class MuteGpusTest {
    private static final Instant BEGIN = Instant.ofEpochSecond(Past.BEGIN);
    private static final String PAGE = """
        DCGM_FI_DEV_GPU_UTIL{gpu="0",UUID="GPU-a",modelName="NVIDIA A100",Hostname="n1"} 50
        DCGM_FI_DEV_GPU_UTIL{gpu="1",UUID="GPU-b",modelName="NVIDIA A100",Hostname="n1"%s} %s
        DCGM_FI_DEV_FB_USED{gpu="1",UUID="GPU-b",modelName="NVIDIA A100",Hostname="n1"%1$s} %2$s
        """;
    private static final String POD = ",namespace=\"team\",pod=\"train\",container=\"main\"";
    private static final String HOUR = """
        select g.uuid, e.state, e.cause, o.pod, sum(e.millis) / 1000
        from gpu_ledger.entry e
        join gpu_ledger.gpu g on g.id = e.gpu_id
        left join gpu_ledger.owner o on o.id = e.owner_id
        where e.hour = '%s' group by 1, 2, 3, 4 order by 1, 2
        """.formatted(Past.hour(1));

    private static List<String> hour(String page) throws Exception {
        var reader = new PageRows();
        var rows = new ArrayList<Row>();
        for (var at = BEGIN; at.isBefore(Past.hour(3)); at = at.plusSeconds(30)) {
            rows.addAll(reader.rows(page.getBytes(StandardCharsets.UTF_8), at.toEpochMilli()));
        }
        try (var kept = Kept.at(BEGIN, Past.hour(8))) {
            kept.tell(rows, List.of());
            kept.passAt(Past.hour(8));
            return kept.rows(HOUR);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775794", "2147483632", "140737488355328", "-2", "NaN"})
    void a_held_GPU_of_which_only_what_cannot_be_is_told_is_its_holder_s_and_unobserved(String value) throws Exception {
        assertThat(hour(PAGE.formatted(POD, value)))
                .containsExactly("GPU-a|free|null|null|3600", "GPU-b|unobserved|silent|train|3600");
    }

    @Test
    void one_that_nobody_holds_is_unobserved_and_not_free() throws Exception {
        assertThat(hour(PAGE.formatted("", "9223372036854775794")))
                .containsExactly("GPU-a|free|null|null|3600", "GPU-b|unobserved|silent|null|3600");
    }

    @Test
    void one_of_which_there_is_nothing_but_its_name_is_in_the_fleet() throws Exception {
        assertThat(hour("gpu_info{uuid=\"GPU-b\",gpu=\"1\",node=\"n1\",model=\"NVIDIA A100\"} 1"))
                .containsExactly("GPU-b|unobserved|silent|null|3600");
    }
}
