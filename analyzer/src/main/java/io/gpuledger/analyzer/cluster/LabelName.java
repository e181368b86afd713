package io.gpuledger.analyzer.cluster;

/// The one form in which names of labels and annotations are kept. kube-state-metrics writes `gpu-ledger.io/idleAfter`
/// as `gpu_ledger_io_idle_after`, and from that nobody can tell what it was. What comes from the API server is written
/// the same way, so that both sources give the same name.
public final class LabelName {
    private LabelName() {}

    /// Returns the normal form of a name. A normal name stays as it is.
    public static String normal(String name) {
        var normal = new StringBuilder(name.length() + 4);
        var isAfterSmall = false;
        for (var i = 0; i < name.length(); i += Character.charCount(name.codePointAt(i))) {
            var c = name.codePointAt(i);
            var isLarge = c >= 'A' && c <= 'Z';
            if (isLarge && isAfterSmall) {
                normal.append('_');
            }
            isAfterSmall = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
            normal.append(isAfterSmall ? (char) c : isLarge ? (char) (c - 'A' + 'a') : '_');
        }
        return normal.toString();
    }
}
