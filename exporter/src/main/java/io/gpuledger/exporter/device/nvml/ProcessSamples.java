package io.gpuledger.exporter.device.nvml;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/// This says how long each process on a GPU has kept it busy, by the samples that the driver takes of them.
///
/// The driver takes no sample of a process that does nothing. Of one that does, some drivers give every sample, and
/// each stands for its own time only; others give one, the mean of all that was sampled since the time that it is asked
/// from. Which of the two it is shows once when it is asked again for two samples that have been seen already.
final class ProcessSamples {
    /// Drivers keep the samples of ten seconds.
    private static final long SURELY_KEPT = Duration.ofSeconds(9).toNanos() / 1000;

    /// The time of a look is known to within this. A look that is taken in twice would thin out the next mean.
    private static final long SAME_LOOK = Duration.ofMillis(10).toNanos() / 1000;

    /// @param ratio of the GPU
    record Sample(int pid, long at, double ratio) {}

    private enum Given {
        NOT_KNOWN,
        EACH,
        MEAN
    }

    private static final class Account {
        private double busy;
        private long at;
    }

    private final LongFunction<List<Sample>> driver;
    private final SamplePeriod period = new SamplePeriod();
    private final Map<Integer, Account> accounts = new HashMap<>();
    private final MeanPeriod meanPeriod = new MeanPeriod();
    private boolean isWithGpu;
    private Given given = Given.NOT_KNOWN;
    private long asked;

    /// @param driver gives the samples that are later than a time
    ProcessSamples(LongFunction<List<Sample>> driver) {
        this.driver = driver;
    }

    /// @param gpuSampled when the driver has sampled the GPU since the read before, oldest first, as far as it tells
    void read(List<Long> gpuSampled) {
        var samples = samples(given == Given.MEAN ? asked + SAME_LOOK : asked);
        var sampledUntil = gpuSampled.isEmpty() ? 0 : gpuSampled.getLast();
        learn(samples, until(samples, sampledUntil));
        if (asked == 0) {
            begin(samples, sampledUntil);
        } else if (given == Given.MEAN) {
            addMeans(samples, gpuSampled);
        } else {
            samples.forEach(this::add);
            asked = until(samples, asked);
        }
    }

    /// What these speak of was before this process looked.
    private void begin(List<Sample> samples, long sampledUntil) {
        samples.forEach(this::add);
        accounts.values().forEach(account -> account.busy = 0);
        asked = until(samples, sampledUntil);
    }

    private List<Sample> samples(long since) {
        return driver.apply(since).stream()
                .filter(sample -> sample.at() > since && sample.ratio() <= 1)
                .sorted(Comparator.comparingLong(Sample::at))
                .toList();
    }

    private static long until(List<Sample> samples, long atLeast) {
        return samples.isEmpty() ? atLeast : Math.max(atLeast, samples.getLast().at());
    }

    private Account account(Sample sample) {
        return accounts.computeIfAbsent(sample.pid(), _ -> new Account());
    }

    private void add(Sample sample) {
        var known = accounts.containsKey(sample.pid());
        var account = account(sample);
        var stoodFor = known ? period.between(account.at, sample.at()) : period.since(asked, sample.at());
        account.busy += sample.ratio() * stoodFor;
        account.at = sample.at();
    }

    private void addMeans(List<Sample> samples, List<Long> gpuSampled) {
        var newest = until(samples, asked);
        if (newest > asked) {
            meanPeriod.add(newest);
        }
        var until = meansUntil(newest, gpuSampled);
        for (var sample : samples) {
            var account = account(sample);
            account.busy += sample.ratio() * (until - asked);
            account.at = sample.at();
        }
        asked = until;
    }

    /// A mean is of the idle samples too that come after the newest that the driver names. How many they are it does
    /// not say: where it samples processes with the GPU, until that was sampled; else so many whole periods.
    private long meansUntil(long newest, List<Long> gpuSampled) {
        if (gpuSampled.isEmpty() || gpuSampled.getLast() < newest) {
            return newest;
        }
        if (newest > asked) {
            isWithGpu = gpuSampled.contains(newest);
        }
        var more = gpuSampled.getLast() - newest;
        return newest + (isWithGpu ? more : meanPeriod.whole(more));
    }

    private void learn(List<Sample> samples, long now) {
        if (given != Given.NOT_KNOWN) {
            return;
        }
        if (severalOfOne(samples)) {
            given = Given.EACH;
            return;
        }
        seenBefore(samples, now).ifPresent(again -> given = severalOfOne(samples(again - 1)) ? Given.EACH : Given.MEAN);
    }

    private static boolean severalOfOne(List<Sample> samples) {
        return samples.stream().map(Sample::pid).distinct().count() < samples.size();
    }

    /// Returns when an earlier sample of one of these processes was taken.
    private Optional<Long> seenBefore(List<Sample> samples, long now) {
        return samples.stream()
                .filter(sample -> accounts.containsKey(sample.pid()))
                .filter(sample -> now - account(sample).at <= SURELY_KEPT)
                .map(sample -> account(sample).at)
                .findFirst();
    }

    /// Returns nothing for a process of which no sample has been seen.
    Optional<Duration> busy(int pid) {
        return Optional.ofNullable(accounts.get(pid)).map(account -> Duration.ofNanos(Math.round(account.busy * 1000)));
    }

    /// Keeps these processes and forgets all others.
    void keep(Collection<Integer> pids) {
        accounts.keySet().retainAll(new HashSet<>(pids));
    }
}
