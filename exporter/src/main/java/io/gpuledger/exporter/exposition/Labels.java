package io.gpuledger.exporter.exposition;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/// The labels of a sample, encoded once: `uuid="GPU-...",gpu="0"`, without braces. They remember what was added to
/// them, as the next page has the same ones. For one thread.
final class Labels {
    /// More than a node of 16 GPUs has with seven instances each. Beyond it some label has ever new values.
    private static final int REMEMBERED_MAX = 20_000;

    /// This holds the labels with one more of this name, by its value. There are few names and many values.
    private record Step(String name, Map<String, Labels> byValue) {}

    private final byte[] bytes;
    private final AtomicInteger remembered;
    private final List<Step> longer = new ArrayList<>(0);

    private Labels(byte[] bytes, AtomicInteger remembered) {
        this.bytes = bytes;
        this.remembered = remembered;
    }

    static Labels none() {
        return new Labels(new byte[0], new AtomicInteger());
    }

    /// Whether all that began with the same none have become too many to be kept.
    boolean areTooMany() {
        return remembered.get() > REMEMBERED_MAX;
    }

    /// Returns these labels with one more at their end.
    Labels and(String name, String value) {
        for (var i = 0; i < longer.size(); i++) {
            var step = longer.get(i);
            if (step.name().equals(name)) {
                var known = step.byValue().get(value);
                return known != null ? known : remember(step, value);
            }
        }
        longer.add(new Step(name, new HashMap<>()));
        return and(name, value);
    }

    byte[] bytes() {
        return bytes;
    }

    private Labels remember(Step step, String value) {
        var made = made(step.name(), value);
        step.byValue().put(value, made);
        return made;
    }

    private Labels made(String name, String value) {
        remembered.incrementAndGet();
        var all = new ByteArrayOutputStream();
        all.writeBytes(bytes);
        var label = (bytes.length > 0 ? "," : "") + name + "=\"" + escaped(value) + '"';
        all.writeBytes(label.getBytes(StandardCharsets.UTF_8));
        return new Labels(all.toByteArray(), remembered);
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
