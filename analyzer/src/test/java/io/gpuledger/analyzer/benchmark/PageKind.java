package io.gpuledger.analyzer.benchmark;

/// Whose page a simulated node serves. The pages of two nodes are of the same length, and differ in who they speak of.
enum PageKind {
    /// dcgm-exporter's: eight GPUs, 60 metrics.
    DCGM {
        @Override
        String text(int node) {
            return DcgmText.of(node);
        }
    },
    /// gpu-exporter's: GPUs of several makes, some in MIG mode.
    OURS {
        @Override
        String text(int node) {
            return OurText.of(node);
        }
    };

    abstract String text(int node);

    static String nodeName(int node) {
        return "gpu-node-%05d".formatted(node);
    }
}
