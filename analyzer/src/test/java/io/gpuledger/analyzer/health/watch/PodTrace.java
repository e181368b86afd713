package io.gpuledger.analyzer.health.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;

/// What pods did to their GPUs, minute by minute, in two CSV files as those of Alibaba's cluster-trace-v2026-GenAI:
/// `pod_gpu_duty_cycle_anon.csv`, in percent, and `pod_gpu_memory_used_bytes_anon.csv`. Columns are found by the names
/// in the first line: `timestamp_anon` in seconds, `value`, and `container_ip`, which tells pods apart. What lies
/// between two readings is as at the first of them.
record PodTrace(List<Pod> pods) implements Work {
    private static final int MINUTE = 60;
    /// A pod of which so little is known is left out.
    private static final int LEAST_MINUTES = 10;

    private static final double GPU_BYTES = 80.0 * (1L << 30);
    private static final double FREE = 0.1;
    private static final int FREE_MINUTES_MAX = 120;

    /// @param duty of each minute, from 0 to 1
    /// @param memory of each minute, as a part of all there is
    record Pod(List<Double> duty, List<Double> memory) {
        Pod {
            duty = List.copyOf(duty);
            memory = List.copyOf(memory);
        }
    }

    private record Nobody(int minutes) implements Stay {
        @Override
        public boolean isFree() {
            return true;
        }

        @Override
        public double activity(int minute) {
            return 0;
        }

        @Override
        public double memory(int minute) {
            return 0;
        }
    }

    private record Replay(Pod pod, int from, int minutes) implements Stay {
        @Override
        public boolean isFree() {
            return false;
        }

        @Override
        public double activity(int minute) {
            return pod.duty().get(from + minute);
        }

        @Override
        public double memory(int minute) {
            return pod.memory().get(from + minute);
        }
    }

    PodTrace {
        pods = List.copyOf(pods);
    }

    /// A pod of the trace begins anywhere in what is known of it, and goes on to its end.
    @Override
    public Stay next(Random random) {
        if (random.nextDouble() < FREE) {
            return new Nobody(1 + random.nextInt(FREE_MINUTES_MAX));
        }
        var pod = pods.get(random.nextInt(pods.size()));
        var from = random.nextInt(pod.duty().size() - LEAST_MINUTES + 1);
        return new Replay(pod, from, pod.duty().size() - from);
    }

    static PodTrace read(Path duties, Path memories) throws IOException {
        var duty = series(duties);
        var memory = series(memories);
        var pods = new ArrayList<Pod>();
        duty.forEach((name, its) -> {
            var minutes = (int) ((its.lastKey() - its.firstKey()) / MINUTE) + 1;
            if (minutes >= LEAST_MINUTES) {
                pods.add(new Pod(
                        minutes(its, its.firstKey(), minutes, 100),
                        minutes(memory.getOrDefault(name, new TreeMap<>()), its.firstKey(), minutes, GPU_BYTES)));
            }
        });
        if (pods.isEmpty()) {
            throw new IOException("%s: no pod is told of for %d minutes".formatted(duties, LEAST_MINUTES));
        }
        return new PodTrace(pods);
    }

    private static List<Double> minutes(NavigableMap<Long, Double> told, long from, int count, double whole) {
        var minutes = new ArrayList<Double>();
        for (var minute = 0; minute < count; minute++) {
            var before = told.floorEntry(from + (long) minute * MINUTE);
            minutes.add(before == null ? 0 : Math.clamp(before.getValue() / whole, 0, 1));
        }
        return minutes;
    }

    private static Map<String, NavigableMap<Long, Double>> series(Path file) throws IOException {
        var lines = Files.readAllLines(file);
        var header = lines.isEmpty() ? List.<String>of() : cells(lines.getFirst());
        var at = header.indexOf("timestamp_anon");
        var value = header.indexOf("value");
        var name = header.indexOf("container_ip");
        if (at < 0 || value < 0 || name < 0) {
            throw new IOException("%s: its first line has to name timestamp_anon, value and container_ip, and names %s"
                    .formatted(file, header));
        }
        Map<String, NavigableMap<Long, Double>> series = new HashMap<>();
        for (var number = 1; number < lines.size(); number++) {
            var cells = cells(lines.get(number));
            try {
                series.computeIfAbsent(cells.get(name), _ -> new TreeMap<>())
                        .put((long) Double.parseDouble(cells.get(at)), Double.parseDouble(cells.get(value)));
            } catch (NumberFormatException | IndexOutOfBoundsException e) {
                throw new IOException("%s: line %d cannot be read: %s".formatted(file, number + 1, e.getMessage()), e);
            }
        }
        return new TreeMap<>(series);
    }

    private static List<String> cells(String line) {
        return Arrays.asList(line.split(",", -1));
    }
}
