package io.gpuledger.exporter.top.node;

/// Something that is wrong with a GPU, and what an operator would want to know of it.
public record Trouble(Grade grade, String text) {
    public enum Grade {
        /// Somebody should know.
        WARNING,
        /// Work is lost, or will be.
        SEVERE
    }
}
