package io.gpuledger.analyzer.benchmark;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// What a fleet of a size needs, reckoned from what was measured of each part: something for any fleet, and so much for
/// each GPU, as [Growth] shows. Nodes have eight GPUs and gpu-exporter, which is scraped every 30 s.
final class Sizes {
    private static final int GPUS_OF_NODE = 8;
    private static final double TOLD_A_DAY = Duration.ofDays(1).toSeconds() / 30.0;
    private static final double MIB = 1 << 20;

    /// An exporter's benchmark has these two figures, of a node with eight GPUs and without its driver's threads.
    private static final double EXPORTER_CORES = 0.004;

    private static final double EXPORTER_BYTES = 84 * MIB;

    /// A minute of 100 GPUs, written and booked, takes 0.16 s, of which the part that grows is 0.03 s.
    private static final double CORES = 0.13 / 60;
    /// It was 41 % of a core for 100,000 GPUs, half of which had a MIG instance: scrapes, PostgreSQL's part and the
    /// books.
    private static final double CORES_OF_GPU = 0.41 / 100_000;
    /// The demo's 128 GPUs took no more than this. Each GPU adds 13 kB, and half as much again for what is collected.
    private static final double ANALYZER_BYTES = 400 * MIB;

    private static final double ANALYZER_BYTES_OF_GPU = 13_000 * 1.5;
    private static final double POSTGRES_BYTES = 350 * MIB;

    private static final double ROW_BYTES = 350;
    private static final double COMPRESSED_ROW_BYTES = 34;
    private static final double RAW_DAYS = 14;
    /// TimescaleDB compresses a day two hours after its end.
    private static final double PLAIN_DAYS = 26 / 24.0;

    /// Entries and usages took so much in the books of a week of 128 GPUs.
    private static final double BOOKED_HOUR_BYTES = 750;

    private static final double BOOKED_DAYS = 400;
    private static final double PAGE_BYTES_OF_GPU = 134_415.0 / GPUS_OF_NODE;

    /// These are dollars of a month, for a core, a GiB of memory, and a GB of disk.
    private static final double CORE = 36;

    private static final double MEMORY_GIB = 4;
    private static final double DISK_GB = 0.10;

    private static final List<Integer> FLEETS = List.of(100, 1_000, 10_000, 100_000, 1_000_000);

    private Sizes() {}

    private static double cores(int gpus) {
        return CORES + gpus * CORES_OF_GPU;
    }

    private static double memory(int gpus) {
        return ANALYZER_BYTES + gpus * ANALYZER_BYTES_OF_GPU + POSTGRES_BYTES;
    }

    private static double plain(int gpus) {
        return gpus * TOLD_A_DAY * RAW_DAYS * ROW_BYTES;
    }

    private static double compressed(int gpus) {
        return gpus * TOLD_A_DAY * (PLAIN_DAYS * ROW_BYTES + (RAW_DAYS - PLAIN_DAYS) * COMPRESSED_ROW_BYTES);
    }

    private static double booked(int gpus) {
        return gpus * 24 * BOOKED_DAYS * BOOKED_HOUR_BYTES;
    }

    private static double dollars(int gpus, double raw) {
        return cores(gpus) * CORE + memory(gpus) / (1 << 30) * MEMORY_GIB + (raw + booked(gpus)) / 1e9 * DISK_GB;
    }

    static String table() {
        return row("", gpus -> String.format(Locale.ROOT, "%,d GPUs", gpus))
                + "|---|" + "---:|".repeat(FLEETS.size()) + "\n"
                + row("exporters: cores of all nodes", gpus -> number(nodes(gpus) * EXPORTER_CORES))
                + row("exporters: memory of a node", _ -> bytes(EXPORTER_BYTES))
                + row("analyzer and PostgreSQL: cores", gpus -> number(cores(gpus)))
                + row("analyzer and PostgreSQL: memory", gpus -> bytes(memory(gpus)))
                + row("rows a second that are written", gpus -> number(gpus * TOLD_A_DAY / 86_400))
                + row("network, pages as they are", gpus -> bytes(gpus * PAGE_BYTES_OF_GPU / 30) + "/s")
                + row("disk: samples of 14 days, plain PostgreSQL", gpus -> bytes(plain(gpus)))
                + row("disk: samples of 14 days, TimescaleDB", gpus -> bytes(compressed(gpus)))
                + row("disk: books of 400 days", gpus -> bytes(booked(gpus)))
                + row("dollars a month, plain PostgreSQL", gpus -> number(dollars(gpus, plain(gpus))))
                + row("dollars a month, TimescaleDB", gpus -> number(dollars(gpus, compressed(gpus))));
    }

    private interface Figure {
        String of(int gpus);
    }

    private static double nodes(int gpus) {
        return Math.ceil((double) gpus / GPUS_OF_NODE);
    }

    private static String row(String what, Figure figure) {
        return FLEETS.stream().map(figure::of).collect(Collectors.joining(" | ", "| " + what + " | ", " |\n"));
    }

    private static String number(double value) {
        var rounded = new BigDecimal(value).round(new MathContext(2));
        return value < 1_000 ? rounded.toPlainString() : String.format(Locale.ROOT, "%,.0f", rounded);
    }

    private static String bytes(double value) {
        var units = List.of("B", "kB", "MB", "GB", "TB");
        var unit = 0;
        var left = value;
        while (left >= 1_000 && unit < units.size() - 1) {
            left /= 1_000;
            unit++;
        }
        return number(left) + " " + units.get(unit);
    }
}
