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
        assertThat(text(Labels.none().and("gpu", "0").and("UUID", "GPU-1"))).isEqualTo("gpu=\"0\",UUID=\"GPU-1\"");
    }

    @Test
    void none_is_empty() {
        assertThat(Labels.none().bytes()).isEmpty();
    }

    @Test
    void quotes_backslashes_and_line_breaks_are_escaped() {
        assertThat(text(Labels.none().and("model", "a\"b\\c\nd"))).isEqualTo("model=\"a\\\"b\\\\c\\nd\"");
    }

    @Test
    void other_scripts_are_utf_8() {
        assertThat(Labels.none().and("node", "ö").bytes()).isEqualTo("node=\"ö\"".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void the_same_labels_are_encoded_once() {
        var gpu = Labels.none().and("gpu", "0");
        assertThat(gpu.and("xid", "79")).isSameAs(gpu.and("xid", "79"));
        assertThat(gpu.and("xid", "79")).isNotSameAs(gpu.and("xid", "31"));
        assertThat(gpu.and("xid", "79")).isNotSameAs(gpu.and("err_code", "79"));
        assertThat(text(gpu)).isEqualTo("gpu=\"0\"");
    }

    @Test
    void a_label_that_is_ever_new_becomes_too_much_to_be_remembered() {
        var none = Labels.none();
        for (var i = 0; !none.areTooMany(); i++) {
            none.and("gpu", "0").and("temperature", Integer.toString(i));
        }
        assertThat(Labels.none().areTooMany()).isFalse();
    }
}
