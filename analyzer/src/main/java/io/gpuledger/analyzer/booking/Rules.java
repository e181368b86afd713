package io.gpuledger.analyzer.booking;

import io.gpuledger.analyzer.cluster.Pod;
import io.gpuledger.analyzer.ledger.Owner;
import io.gpuledger.analyzer.ledger.Reach;
import io.gpuledger.analyzer.ledger.Tenant;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/// The rules of the books that the user decides on.
///
/// @param idleAfter the shortest quiet run that counts as idle, of pods that say nothing else
/// @param notebookIdleAfter the same for notebooks, as the people who write them pause to think
/// @param maintenanceTaints keys of taints that say that a node was taken out on purpose
/// @param placeholders pods that only keep room for others
public record Rules(
        Duration idleAfter,
        Duration notebookIdleAfter,
        Set<String> maintenanceTaints,
        Selector placeholders,
        Teams teams,
        Prices prices) {
    public static final String IDLE_AFTER = "gpu-ledger.io/idle-after";
    private static final Pattern DURATION = Pattern.compile("(\\d{1,6})(s|m|h|d)");
    /// Rows are waited for this long: one that comes later is late; and a GPU of which nothing late has come for this
    /// long has no more to come.
    public static final Duration SETTLING = Duration.ofHours(1);
    /// Rows are under way for up to this long. Hours that were settled any sooner would often be booked again.
    private static final Duration ARRIVAL = Duration.ofMinutes(2);
    /// A pod cannot ask for a longer quiet run than this, as all hours wait that long to be settled.
    private static final Duration MOST = Duration.ofHours(6);

    public Rules {
        maintenanceTaints = Set.copyOf(maintenanceTaints);
    }

    Tenant tenant(Pod pod) {
        return new Tenant(
                new Owner(pod.namespace(), pod.name(), Optional.of(pod.uid())),
                OptionalLong.of(pod.from()),
                pod.to(),
                idleAfter(pod),
                placeholders.matches(pod));
    }

    Tenant unknown(String namespace, String pod) {
        return new Tenant(
                new Owner(namespace, pod, Optional.empty()),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Timeline.always(idleAfter),
                false);
    }

    /// Returns the shortest quiet run of a pod that counts as idle, over time. It has no value while the pod says that
    /// it is never idle.
    private Timeline<Duration> idleAfter(Pod pod) {
        var otherwise = isNotebook(pod) ? notebookIdleAfter : idleAfter;
        var said = pod.annotation(IDLE_AFTER);
        if (said.isEmpty()) {
            return Timeline.always(otherwise);
        }
        var least = new HashMap<Long, Optional<Duration>>();
        least.put(Long.MIN_VALUE, Optional.of(otherwise));
        said.changes()
                .forEach(change -> least.put(
                        change.since(),
                        idleAfter(change.value().map(String::strip).orElse(""), otherwise)));
        return Timeline.of(least);
    }

    private static Optional<Duration> idleAfter(String said, Duration otherwise) {
        return said.equals("never")
                ? Optional.empty()
                : Optional.of(duration(said).orElse(otherwise));
    }

    private static boolean isNotebook(Pod pod) {
        return pod.workload()
                .map(workload -> workload.kind().equals("Notebook"))
                .orElse(false);
    }

    /// Parses a duration. A text that makes no sense counts as if nothing was said.
    private static Optional<Duration> duration(String text) {
        var match = DURATION.matcher(text);
        if (!match.matches()) {
            return Optional.empty();
        }
        var seconds = Map.of("s", 1L, "m", 60L, "h", 3_600L, "d", 86_400L);
        var duration = Duration.ofSeconds(Long.parseLong(match.group(1)) * seconds.getOrDefault(match.group(2), 1L));
        return Optional.of(duration.compareTo(MOST) > 0 ? MOST : duration);
    }

    /// Returns until when hours can be settled: until where the quiet runs that may reach into them are long enough to
    /// be seen.
    ///
    /// @param longest the longest quiet run that hours have to wait for
    public static long settleable(long now, Duration longest) {
        var known = Reach.after(longest).plus(ARRIVAL);
        var wait = known.compareTo(SETTLING) > 0 ? known : SETTLING;
        return Hour.of(now - wait.toMillis());
    }

    /// Returns the longest of the quiet runs that are usual, and of those that these annotations ask for.
    public Duration longestSaid(Collection<String> annotations) {
        var longest = idleAfter.compareTo(notebookIdleAfter) > 0 ? idleAfter : notebookIdleAfter;
        for (var annotation : annotations) {
            var its = duration(annotation.strip()).orElse(Duration.ZERO);
            longest = its.compareTo(longest) > 0 ? its : longest;
        }
        return longest;
    }

    /// Returns the longest of the quiet runs that are usual, and of those that any of these pods ever asked for.
    public Duration longest(Iterable<Pod> pods) {
        var said = new ArrayList<String>();
        pods.forEach(pod -> pod.annotation(IDLE_AFTER)
                .changes()
                .forEach(change -> change.value().ifPresent(said::add)));
        return longestSaid(said);
    }
}
