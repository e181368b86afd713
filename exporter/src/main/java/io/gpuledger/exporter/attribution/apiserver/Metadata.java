package io.gpuledger.exporter.attribution.apiserver;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/// `ObjectMeta` and `ListMeta`, as they come in.
final class Metadata {
    /// The API server does not limit them.
    private static final int MOST_LABELS = 200;

    private static final int LONGEST_TOKEN = 16 << 10;

    String uid = "";
    String name = "";
    String namespace = "";
    String version = "";
    /// The rest of a list is asked for with this.
    String more = "";
    final Map<String, String> labels = new HashMap<>();

    boolean read(String field, Json value) throws IOException {
        switch (field) {
            case "uid" -> uid = value.text().orElse("");
            case "name" -> name = value.text().orElse("");
            case "namespace" -> namespace = value.text().orElse("");
            case "resourceVersion" -> version = value.text().orElse("");
            case "continue" -> more = value.text(LONGEST_TOKEN).orElse("");
            case "labels" -> value.object(this::readLabel);
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean readLabel(String label, Json value) throws IOException {
        var text = value.text();
        if (labels.size() < MOST_LABELS) {
            text.ifPresent(known -> labels.put(label, known));
        }
        return true;
    }
}
