package io.gpuledger.analyzer.health;

import io.gpuledger.analyzer.time.Mark;
import io.gpuledger.analyzer.time.Span;
import java.util.Arrays;
import java.util.Optional;

/// Evidence against a GPU, or against its node: while any stands, the GPU is unhealthy.
public sealed interface Evidence {
    /// Returns the word by which it stands in the books, as the cause.
    String word();

    /// Evidence, and a time in which it stands.
    record During(Span span, Evidence evidence) {
        /// Returns the same as it stands in the books: the word marks the time.
        public Mark mark() {
            return new Mark(span, evidence.word());
        }
    }

    /// Returns the evidence that stands in the books by this word, if any does.
    static Optional<Evidence> of(String word) {
        return Arrays.stream(Condition.values())
                .filter(condition -> condition.word().equals(word))
                .<Evidence>map(condition -> condition)
                .findFirst()
                .or(() -> FatalXid.of(word));
    }

    /// Evidence that is there or is not, and has no number as an XID has.
    enum Condition implements Evidence {
        LOST("gpu_lost"),
        STUCK("stuck"),
        ROW_REMAP_FAILED("row_remap_failed"),
        NODE_NOT_READY("node_not_ready");

        private final String word;

        Condition(String word) {
            this.word = word;
        }

        @Override
        public String word() {
            return word;
        }
    }

    /// An XID after which the GPU is of no use until it is reset.
    record FatalXid(int xid) implements Evidence {
        private static final String PREFIX = "xid_";

        @Override
        public String word() {
            return PREFIX + xid;
        }

        private static Optional<Evidence> of(String word) {
            return word.matches(PREFIX + "[0-9]{1,9}")
                    ? Optional.of(new FatalXid(Integer.parseInt(word.substring(PREFIX.length()))))
                    : Optional.empty();
        }
    }
}
