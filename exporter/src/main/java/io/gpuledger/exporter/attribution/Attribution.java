package io.gpuledger.exporter.attribution;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.gpuledger.exporter.attribution.Grant.Claimed;
import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Runs;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.Snapshot.GpuState;
import io.gpuledger.exporter.device.Snapshot.Run;
import io.gpuledger.service.life.Lifelong;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/// Keeps who holds which unit. The kubelet, and a batch system's folder, are asked on a thread of its own, on a tick
/// and soon when there are other units than before; never by a scrape. What they said last stands until they say
/// more.
public final class Attribution implements AutoCloseable {
    private static final String HOLDERS = "holders";
    private static final String JOBS = "jobs";
    /// However often it is called for.
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    /// What is asked, and how.
    ///
    /// @param published the UUID of a device that a DRA driver has published
    /// @param origins where a process runs, by its pid; nothing where it is not to be seen
    /// @param tenancy whether processes of no pod are put down to containers and jobs
    /// @param watches what is kept by others: the trouble that each has at the moment
    public record Sources(
            Optional<PodResources> kubelet,
            Supplier<Pods> pods,
            Function<Claimed, Optional<String>> published,
            IntFunction<Optional<ProcessOrigin>> origins,
            boolean tenancy,
            Optional<Supplier<Jobs.Found>> jobs,
            Map<String, Supplier<Optional<String>>> watches) {}

    private final Sources sources;
    private final ResourceNames resources;
    private final Duration tick;
    private final Runs runs;
    private final Usage usage;
    private final Orphans orphans = new Orphans();
    private final Semaphore called = new Semaphore(0);
    private final Seniority seniority = new Seniority();
    private final Thread thread = Lifelong.platform(HOLDERS, this::keepAsking);
    private volatile Said said = new Said(0, KubeletWord.NOTHING);
    private volatile Jobs jobs = Jobs.NONE;
    private volatile boolean closed;
    private Mapped mapped = new Mapped(List.of(), 0, Pods.NONE, Holders.NONE);

    /// @param number which answer of the kubelet's it is
    private record Said(long number, KubeletWord word) {}

    /// What was mapped last, and from what.
    private record Mapped(List<Device> devices, long said, Pods pods, Holders holders) {
        boolean isOf(List<Device> devices, Said said, Pods pods) {
            return this.said == said.number() && this.pods.equals(pods) && this.devices.equals(devices);
        }
    }

    public Attribution(Sources sources, ResourceNames resources, Duration tick, InstantSource clock) {
        this.sources = sources;
        this.usage = new Usage(sources.tenancy());
        this.resources = resources;
        this.tick = tick;
        this.runs = new Runs(clock);
    }

    public Attribution start() {
        thread.start();
        return this;
    }

    /// Says who holds what of this node, and what each used of it. One thread calls this.
    public Attributed attributed(Snapshot snapshot) {
        var pods = sources.pods().get();
        var devices = snapshot.gpus().stream().map(GpuState::device).toList();
        var holders = holders(devices, pods);
        var used = usage.of(snapshot, holders, new Residents(sources.origins(), pods));
        return used.with(said.number() == 0 ? Map.of() : orphans.of(snapshot, holders), jobs, pods);
    }

    private Holders holders(List<Device> devices, Pods pods) {
        var now = said;
        if (!mapped.isOf(devices, now, pods)) {
            if (!mapped.devices().equals(devices)) {
                called.release();
            }
            var holders =
                    Mapping.of(now.word(), resources, devices, sources.published(), new Evidence(pods, seniority));
            mapped = new Mapped(devices, now.number(), pods, holders);
        }
        return mapped.holders();
    }

    public List<Run> runs() {
        return runs.latest();
    }

    private void keepAsking() {
        try {
            while (!closed) {
                ask();
                NANOSECONDS.sleep(SHORTEST.toNanos());
                var _ = called.tryAcquire(tick.minus(SHORTEST).toNanos(), NANOSECONDS);
                called.drainPermits();
            }
        } catch (InterruptedException _) {
            // It is closed.
        }
    }

    void ask() throws InterruptedException {
        if (sources.kubelet().isPresent()) {
            var kubelet = sources.kubelet().get();
            guarded(HOLDERS, () -> hear(kubelet.ask()));
        }
        if (sources.jobs().isPresent()) {
            var folder = sources.jobs().get();
            guarded(JOBS, () -> hear(folder.get()));
        }
        for (var watch : sources.watches().entrySet()) {
            guarded(watch.getKey(), () -> watch.getValue().get().stream().toList());
        }
    }

    /// Something that is asked: what it has trouble with is returned.
    private interface Asking {
        List<String> ask() throws InterruptedException;
    }

    private void guarded(String collector, Asking asking) throws InterruptedException {
        var begun = System.nanoTime();
        try {
            var troubles = asking.ask();
            runs.ended(collector, Duration.ofNanos(System.nanoTime() - begun), troubles);
        } catch (AttributionException e) {
            runs.failed(collector, Duration.ofNanos(System.nanoTime() - begun), String.valueOf(e.getMessage()));
        } catch (RuntimeException | Error e) {
            // The edge: a defect in one answer must not end the asking.
            runs.failed(collector, Duration.ofNanos(System.nanoTime() - begun), e.toString());
        }
    }

    private List<String> hear(KubeletWord word) {
        seniority.saw(word.grants());
        said = new Said(said.number() + 1, word);
        return List.of();
    }

    private List<String> hear(Jobs.Found found) {
        jobs = found.jobs();
        return found.problems();
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
