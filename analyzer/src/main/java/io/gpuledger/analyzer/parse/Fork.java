package io.gpuledger.analyzer.parse;

/// Series of one reader for two who want different ones: the slots of the second are told from those of the first.
///
/// @param second asked for what the first does not want
public record Fork(Slots first, Slots second) implements Slots {
    private static final int SECOND = 1 << 30;

    @Override
    public int slot(String name, Labels labels) {
        var slot = first.slot(name, labels);
        if (slot != IGNORED) {
            return slot;
        }
        var other = second.slot(name, labels);
        return other == IGNORED ? IGNORED : other | SECOND;
    }

    @Override
    public boolean wantsEnd(int slot) {
        return isOfSecond(slot) ? second.wantsEnd(ofSecond(slot)) : first.wantsEnd(slot);
    }

    @Override
    public void forget() {
        first.forget();
        second.forget();
    }

    public static boolean isOfSecond(int slot) {
        return (slot & SECOND) != 0;
    }

    /// As the second gave it.
    public static int ofSecond(int slot) {
        return slot & ~SECOND;
    }
}
