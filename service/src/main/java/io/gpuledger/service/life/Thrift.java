package io.gpuledger.service.life;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.time.Duration;
import java.util.Optional;

/// Gives memory back that is no longer needed. The JVM by itself lets a heap grow to its limit before it looks what of
/// it is still needed, and an idle program never gets there. So the whole heap is collected when what has outlived its
/// youth has doubled since it was looked at last, and some more: what that costs is in proportion to what is needed.
public final class Thrift {
    private static final Duration LOOK_PERIOD = Duration.ofSeconds(10);
    /// Below it nothing is to be saved.
    private static final long LEAST_BYTES = 64 << 20;

    private Thrift() {}

    /// Begins to look after the heap, where its collector has no mind of its own.
    public static void start() {
        oldGeneration()
                .ifPresent(old ->
                        Lifelong.platform("thrift", () -> keepLooking(old)).start());
    }

    private static Optional<MemoryPoolMXBean> oldGeneration() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool ->
                        pool.getType() == MemoryType.HEAP && pool.getName().equals("Tenured Gen"))
                .findFirst();
    }

    private static void keepLooking(MemoryPoolMXBean old) {
        try {
            while (true) {
                Thread.sleep(LOOK_PERIOD);
                if (isWorthwhile(
                        old.getUsage().getUsed(), old.getCollectionUsage().getUsed())) {
                    System.gc();
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// @param needed of it, when it was collected last
    static boolean isWorthwhile(long used, long needed) {
        return used > 2 * needed + LEAST_BYTES;
    }
}
