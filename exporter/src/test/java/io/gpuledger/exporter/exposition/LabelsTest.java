package io.gpuledger.exporter.exposition;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LabelsTest {
    private static String text(Labels labels) {
        return new String(labels.bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void stand_in_the_order_in_which_they_are_added() {
        assertThat(text(Labels.NONE.and("gpu", "0").and("UUID", "GPU-1"))).isEqualTo("gpu=\"0\",UUID=\"GPU-1\"");
    }

    @Test
    void none_is_empty() {
        assertThat(Labels.NONE.bytes()).isEmpty();
    }

    @Test
    void quotes_backslashes_and_line_breaks_are_escaped() {
        assertThat(text(Labels.NONE.and("model", "a\"b\\c\nd"))).isEqualTo("model=\"a\\\"b\\\\c\\nd\"");
    }

    @Test
    void other_scripts_are_utf_8() {
        assertThat(Labels.NONE.and("node", "ö").bytes()).isEqualTo("node=\"ö\"".getBytes(StandardCharsets.UTF_8));
    }
}
