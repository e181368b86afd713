package io.gpuledger.analyzer.parse.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Locale;
import java.util.SplittableRandom;

/// Writes the page of a node like those of dcgm-exporter: 8 GPUs x 60 metrics, 300 bytes a line, 148 kB.
final class NodePage {
    static final int GPUS = 8;
    static final int METRICS = 60;

    private final int node;
    private final SplittableRandom random;
    private final StringBuilder text = new StringBuilder();

    private NodePage(int node, long seed) {
        this.node = node;
        this.random = new SplittableRandom(seed);
    }

    /// @param seed of the values
    static byte[] of(int node, long seed) {
        return new NodePage(node, seed).page();
    }

    private byte[] page() {
        for (var metric = 0; metric < METRICS; metric++) {
            var name = "DCGM_FI_DEV_READING_%02d".formatted(metric);
            text.append("# HELP %s What reading %d of a device says.\n# TYPE %s gauge\n".formatted(name, metric, name));
            for (var gpu = 0; gpu < GPUS; gpu++) {
                text.append(name)
                        .append(labels(gpu))
                        .append(' ')
                        .append(value(metric))
                        .append('\n');
            }
        }
        return text.toString().getBytes(UTF_8);
    }

    private String labels(int gpu) {
        return ("{gpu=\"%d\",UUID=\"GPU-%08x-6f2e-4a1b-9c3d-%012x\",pci_bus_id=\"00000000:%02X:00.0\",device=\"nvidia%d\",modelName=\"NVIDIA"
            + " H100 80GB HBM3\",Hostname=\"node-%05d\",DCGM_FI_DRIVER_VERSION=\"580.95.05\","
            + "container=\"trainer\",namespace=\"team-%03d\",pod=\"llm-pretrain-%05d-worker-%d\"}")
                .formatted(gpu, node, 0xabcdef00L + gpu, 0x1b + 14 * gpu, gpu, node, node % 1000, node, gpu);
    }

    private String value(int metric) {
        return switch (metric % 6) {
            case 0 -> Integer.toString(random.nextInt(101));
            case 1 -> Integer.toString(random.nextInt(80_000));
            case 2 -> "0";
            case 3 -> String.format(Locale.ROOT, "%.6f", random.nextDouble());
            case 4 -> String.format(Locale.ROOT, "%.6f", random.nextDouble() * 700);
            default -> Long.toString(random.nextLong(1L << 44));
        };
    }
}
