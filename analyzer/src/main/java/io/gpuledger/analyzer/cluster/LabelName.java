package io.gpuledger.analyzer.cluster;

import java.util.Locale;
import java.util.regex.Pattern;

/// The one form in which names of labels and annotations are kept. kube-state-metrics writes `gpu-ledger.io/idleAfter`
/// as `gpu_ledger_io_idle_after`, and from that nobody can tell what it was. What comes from the API server is written
/// the same way, so that both sources give the same name.
public final class LabelName {
    private static final Pattern HUMP = Pattern.compile("([a-z0-9])([A-Z])");
    private static final Pattern NOT_OF_A_LABEL = Pattern.compile("[^a-zA-Z0-9_]");

    private LabelName() {}

    /// Returns the normal form of a name. A normal name stays as it is.
    public static String normal(String name) {
        var allowed = NOT_OF_A_LABEL.matcher(name).replaceAll("_");
        return HUMP.matcher(allowed).replaceAll("$1_$2").toLowerCase(Locale.ROOT);
    }
}
