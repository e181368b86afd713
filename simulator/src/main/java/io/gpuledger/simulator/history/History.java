package io.gpuledger.simulator.history;

import io.gpuledger.simulator.page.FailingScrapes;
import io.gpuledger.simulator.remote.Request;
import io.gpuledger.simulator.remote.Sender;
import io.gpuledger.simulator.story.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// Scrapes all targets through a time that is over, and sends what it got. All are about as far at any moment: who
/// takes it in may refuse what is long before the latest that it has.
public final class History {
    /// The plan says what is scraped when.
    ///
    /// @param step seconds from scrape to scrape; not all targets at once
    /// @param wanted which metrics, by their names
    public record Plan(Span span, long step, Predicate<String> wanted, FailingScrapes failing) {}

    /// The progress says how far the history has come.
    public record Progress(long until, long samples, boolean isDone) {}

    /// Within a block one series comes after the other. Real senders are never that far apart: who hears that a cluster
    /// has gone on for ten minutes, and nothing of a pod, takes it for gone.
    private static final int SCRAPES_IN_BLOCK = 4;
    /// Each group of targets fills requests of its own, so that these are the same on every machine.
    private static final int TARGETS_IN_GROUP = 8;

    private static final int SAMPLES_IN_REQUEST = 20_000;

    /// A target is scraped.
    ///
    /// @param labels that all of its series have
    /// @param page at a second; nothing where it does not answer
    public record Target(Map<String, String> labels, LongFunction<Optional<byte[]>> page) {
        public Target {
            labels = Map.copyOf(labels);
        }
    }

    private final List<Target> targets;
    private final Plan plan;
    private final Sender sender;
    private final List<TargetLog> logs;
    private final int workers;

    public History(List<Target> targets, Plan plan, Sender sender) {
        this.targets = List.copyOf(targets);
        this.plan = plan;
        this.sender = sender;
        this.logs = targets.stream()
                .map(target -> new TargetLog(target.labels(), plan.wanted()))
                .toList();
        this.workers = Math.min(targets.size(), Runtime.getRuntime().availableProcessors());
    }

    /// Returns how many samples were sent.
    public long send(Consumer<Progress> report) throws InterruptedException {
        var samples = 0L;
        try (var executor = Executors.newFixedThreadPool(workers)) {
            var block = SCRAPES_IN_BLOCK * plan.step();
            for (var from = plan.span().from(); from < plan.span().to(); from += block) {
                var until = Math.min(plan.span().to(), from + block);
                samples += send(executor, new Span(from, until));
                report.accept(new Progress(until, samples, until == plan.span().to()));
            }
        }
        return samples;
    }

    private long send(ExecutorService executor, Span block) throws InterruptedException {
        var parts = new ArrayList<Callable<Long>>();
        for (var first = 0; first < targets.size(); first += TARGETS_IN_GROUP) {
            var group = IntStream.range(first, Math.min(targets.size(), first + TARGETS_IN_GROUP));
            parts.add(() -> send(group, block));
        }
        var samples = 0L;
        for (var part : executor.invokeAll(parts)) {
            try {
                samples += part.get();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
            }
        }
        return samples;
    }

    private long send(IntStream which, Span block) throws InterruptedException {
        var request = new Request();
        var samples = 0L;
        for (var target : which.toArray()) {
            scrape(target, block);
            for (var series : logs.get(target).series()) {
                request.take(series);
                if (request.samples() >= SAMPLES_IN_REQUEST) {
                    samples += request.samples();
                    sender.send(request);
                }
            }
        }
        if (request.samples() > 0) {
            samples += request.samples();
            sender.send(request);
        }
        return samples;
    }

    private void scrape(int number, Span block) {
        var target = targets.get(number);
        var log = logs.get(number);
        for (var second = block.from() + number % plan.step(); second < block.to(); second += plan.step()) {
            var atMillis = 1000 * second;
            var page = plan.failing().hits(number, second)
                    ? Optional.<byte[]>empty()
                    : target.page().apply(second);
            page.ifPresentOrElse(text -> log.scraped(atMillis, text), () -> log.failed(atMillis));
        }
    }
}
