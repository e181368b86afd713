package io.gpuledger.analyzer.quota;

import java.util.Arrays;
import java.util.List;

/// Quotas are set by Kubernetes itself, or by Kueue.
public enum QuotaKind {
    RESOURCE_QUOTA("resourcequota"),
    CLUSTER_QUEUE("clusterqueue");

    public static final List<String> WORDS =
            Arrays.stream(values()).map(QuotaKind::word).toList();

    private final String word;

    QuotaKind(String word) {
        this.word = word;
    }

    /// Returns its name in answers and metrics.
    public String word() {
        return word;
    }
}
