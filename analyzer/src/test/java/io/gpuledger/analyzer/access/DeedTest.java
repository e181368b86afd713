package io.gpuledger.analyzer.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class DeedTest {
    @Test
    void no_text_breaks_a_line_or_a_table() {
        var deed = new Deed(Instant.EPOCH, "a\nb\0", "x".repeat(10_000), "do\u001b[31mne", "\ud800");
        assertThat(deed.who()).isEqualTo("a\ufffdb\ufffd");
        assertThat(deed.what()).hasSize(501);
        assertThat(deed.outcome()).isEqualTo("do\ufffd[31mne");
        assertThat(deed.from()).isEqualTo("\ufffd");
    }
}
