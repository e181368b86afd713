package io.gpuledger.exporter.sampler;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import io.gpuledger.exporter.device.Backend;
import io.gpuledger.exporter.device.Backend.Gpu;
import io.gpuledger.exporter.device.BackendException;
import io.gpuledger.exporter.device.Runs;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.Snapshot.Condition;
import io.gpuledger.exporter.sampler.CallThread.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The GPUs of this node: found by scans, read all at once, each on its own thread and all under one deadline.
///
/// Nothing that a device does holds up the others for longer than the deadline, and only once: a device that was late
/// is not waited for again before it has been quick again.
final class TrackedNode implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(TrackedNode.class.getName());
    private static final String TOPOLOGY = "topology";
    private static final String READINGS = "readings";
    private static final Comparator<TrackedGpu> BY_INDEX = Comparator.comparingInt(
                    (TrackedGpu gpu) -> gpu.device().index())
            .thenComparing(gpu -> gpu.device().uuid());

    private final Backend backend;
    private final SamplerSettings settings;
    private final Clock clock;
    private final DeviceEvents events;
    private final CallThread<List<Gpu>> scanThread;
    private final Map<String, TrackedGpu> tracked = new LinkedHashMap<>();
    private final Runs runs;
    private Map<String, Gpu> reachable = Map.of();

    TrackedNode(Backend backend, SamplerSettings settings, Clock clock, DeviceEvents events, Runs runs) {
        this.backend = backend;
        this.settings = settings;
        this.clock = clock;
        this.events = events;
        this.runs = runs;
        this.scanThread = new CallThread<>("scan", settings.deadline());
    }

    Snapshot snapshot() {
        var states = tracked.values().stream()
                .sorted(BY_INDEX)
                .map(gpu -> gpu.state(events))
                .toList();
        return new Snapshot(clock.now(), states, backend.states(), runs.latest());
    }

    void scan() throws InterruptedException {
        var begun = clock.nanoTime();
        switch (newestScan()) {
            case Answer.Done<List<Gpu>>(List<Gpu> gpus) -> {
                found(gpus);
                runs.succeeded(TOPOLOGY, since(begun));
            }
            case Answer.Failed<List<Gpu>>(Throwable cause) -> {
                reachable = Map.of();
                tracked.values().forEach(gpu -> change(gpu, gpu::unreachable));
                runs.failed(TOPOLOGY, since(begun), reason(cause));
            }
            // The GPUs of the last scan may well answer for themselves.
            case Answer.Late<List<Gpu>> _ ->
                runs.failed(TOPOLOGY, since(begun), "the driver has not answered within " + settings.deadline());
        }
    }

    /// A scan that came late is as good as the one before it, and better than none.
    private Answer<List<Gpu>> newestScan() throws InterruptedException {
        var straggler = scanThread.straggler();
        scanThread.begin(backend::scan);
        var answer = scanThread.await(deadlineNanos());
        return answer instanceof Answer.Late
                ? straggler.map(CallThread.Straggler::answer).orElse(answer)
                : answer;
    }

    private long deadlineNanos() {
        return System.nanoTime() + settings.deadline().toNanos();
    }

    private void found(List<Gpu> gpus) {
        reachable = new LinkedHashMap<>();
        gpus.forEach(gpu -> reachable.put(gpu.device().uuid(), gpu));
        tracked.forEach((uuid, gpu) -> {
            if (!reachable.containsKey(uuid)) {
                change(gpu, () -> gpu.skip(Condition.LOST));
            }
        });
    }

    void read() throws InterruptedException {
        var begun = clock.nanoTime();
        // All GPUs are under one deadline: real time, whatever clock the integrals run by.
        var deadlineNanos = deadlineNanos();
        var asked = new LinkedHashMap<TrackedGpu, Condition>();
        for (var gpu : reachable.values()) {
            var track = tracked(gpu);
            asked.put(track, track.condition());
            track.begin(gpu);
        }
        var troubles = new ArrayList<String>();
        for (var gpu : asked.entrySet()) {
            gpu.getKey().finish(deadlineNanos).ifPresent(troubles::add);
            logChange(gpu.getKey(), gpu.getValue());
        }
        if (reachable.isEmpty() && !tracked.isEmpty()) {
            troubles.add("no GPU can be reached");
        }
        runs.ended(READINGS, since(begun), troubles);
    }

    private TrackedGpu tracked(Gpu gpu) {
        return tracked.computeIfAbsent(gpu.device().uuid(), uuid -> {
            LOG.log(
                    INFO,
                    () -> "GPU %d is %s, %s"
                            .formatted(gpu.device().index(), gpu.device().model(), uuid));
            return new TrackedGpu(gpu.device(), settings, clock);
        });
    }

    private void change(TrackedGpu gpu, Runnable happening) {
        var before = gpu.condition();
        happening.run();
        logChange(gpu, before);
    }

    private static void logChange(TrackedGpu gpu, Condition before) {
        var now = gpu.condition();
        if (now != before) {
            LOG.log(
                    now == Condition.PRESENT ? INFO : WARNING,
                    () -> "GPU %d (%s) was %s and is %s"
                            .formatted(gpu.device().index(), gpu.device().uuid(), before, now));
        }
    }

    private Duration since(long begunNanos) {
        return Duration.ofNanos(clock.nanoTime() - begunNanos);
    }

    private static String reason(Throwable cause) {
        return cause instanceof BackendException ? String.valueOf(cause.getMessage()) : cause.toString();
    }

    @Override
    public void close() {
        scanThread.close();
        tracked.values().forEach(TrackedGpu::close);
    }
}
