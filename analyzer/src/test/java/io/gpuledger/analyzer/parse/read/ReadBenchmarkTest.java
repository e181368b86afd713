package io.gpuledger.analyzer.parse.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.parse.proto.MalformedMessageException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// The short form of `measure.sh read`: times are asked, and not asserted.
class ReadBenchmarkTest {
    @Test
    void each_form_of_answer_is_read_to_its_last_sample()
            throws IOException, BadAnswerException, MalformedMessageException {
        var rates = new ReadBenchmark(2, 1).measure();

        assertThat(ReadBenchmark.text("a machine", 2, rates))
                .contains("| 11,520 samples of 2 series", "| a range selector |", "| - times remote write |")
                .doesNotContain("NaN", "Infinity");
    }
}
