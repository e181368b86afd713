package io.gpuledger.exporter.exposition;

/// How dcgm-compatible series spell the label of the node's name: dcgm-exporter changed it in 4.8.3, and dashboards of
/// both ages are in use.
public enum HostnameLabel {
    NEW("hostname"),
    OLD("Hostname"),
    BOTH("both");

    private final String word;

    HostnameLabel(String word) {
        this.word = word;
    }

    /// What a user writes to choose it.
    String word() {
        return word;
    }

    Labels add(Labels labels, String nodeName) {
        return switch (this) {
            case NEW -> labels.and("hostname", nodeName);
            case OLD -> labels.and("Hostname", nodeName);
            case BOTH -> labels.and("Hostname", nodeName).and("hostname", nodeName);
        };
    }
}
