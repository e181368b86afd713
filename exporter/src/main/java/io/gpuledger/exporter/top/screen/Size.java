package io.gpuledger.exporter.top.screen;

/// How many columns and lines a terminal has.
public record Size(int width, int height) {
    /// Smaller than this nothing can be told; larger, a terminal is not.
    private static final int LEAST = 4;

    private static final int MOST = 1000;

    public Size {
        width = Math.clamp(width, LEAST, MOST);
        height = Math.clamp(height, LEAST, MOST);
    }
}
