package io.gpuledger.analyzer.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.health.Evidence.Condition;
import io.gpuledger.analyzer.health.Evidence.FatalXid;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EvidenceTest {
    @Test
    void what_stands_in_the_books_is_read_back_as_what_it_was() {
        var all = Stream.<Evidence>concat(
                Arrays.stream(Condition.values()),
                IntStream.of(0, 48, 79, 119, 154).mapToObj(FatalXid::new));
        assertThat(all)
                .allSatisfy(evidence -> assertThat(Evidence.of(evidence.word())).contains(evidence));
    }

    @Test
    void words_of_other_accounts_are_no_evidence() {
        assertThat(Stream.of("", "xid_", "xid_x", "xid_12345678901", "cordoned", "LOST", "gpu_lost "))
                .allSatisfy(word -> assertThat(Evidence.of(word)).isEmpty());
    }
}
