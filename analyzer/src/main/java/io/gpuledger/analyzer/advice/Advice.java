package io.gpuledger.analyzer.advice;

import java.util.Locale;

/// One thing to change about a workload.
///
/// @param what one sentence that says what to do
/// @param why one or two sentences that say what was seen
/// @param margin what it may cost, such as how much slower the work may become; empty where it costs nothing
public record Advice(
        WorkloadName workload,
        Kind kind,
        String what,
        String why,
        String margin,
        Saving saving,
        Confidence confidence,
        Remedy remedy) {
    /// The kinds of changes, and the warning, which changes nothing.
    public enum Kind {
        /// The workload is not used: it is to be stopped, or to be stopped for some hours.
        STOP,
        /// Fewer GPUs do the same work.
        FEWER_GPUS,
        /// A smaller GPU does the same work.
        SMALLER_GPU,
        /// A part of a GPU does the same work.
        MIG_PROFILE,
        /// The work can have a GPU together with other work.
        SHARE,
        /// The work can be done better on what it has.
        TUNE,
        /// Nothing is to be saved, and something may break.
        WARNING;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// Says how sure an advice is, in words that people use.
    public enum Confidence {
        CERTAIN("certain"),
        LIKELY("likely"),
        WORTH_A_TRY("worth a try");

        private final String words;

        Confidence(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }
}
