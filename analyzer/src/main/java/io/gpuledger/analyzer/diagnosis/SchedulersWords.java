package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.fit.DeviceReason;
import io.gpuledger.analyzer.fit.Diagnosis;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Takes apart what a scheduler has written into a pod's condition: its reasons, each with the number of nodes
/// that it is said of; of all, where it is said without a number.
public record SchedulersWords(SortedMap<String, Integer> reasons) {
    private static final Pattern MESSAGE = Pattern.compile(
            "0/(\\d{1,9}) nodes are available: (.*?)\\.?(?: (?:preemption: |no new claims to deallocate"
                    + "|still not schedulable|deallocation of ResourceClaim completed).*)?",
            Pattern.DOTALL);
    private static final Pattern COUNTED = Pattern.compile("(\\d{1,9}) (.*)", Pattern.DOTALL);
    private static final Pattern TAINT = Pattern.compile("had untolerated taint \\{.*}");
    /// These find what is said of things of which less is known here.
    private static final Pattern DEVICES = Pattern.compile(
            "(?i)resourceclaim|allocate all claims|allocate all devices|device class|deviceclass|\"dynamicresources\"");

    private static final Pattern VOLUME = Pattern.compile("(?i)persistentvolume|volume");
    private static final Pattern COMPANY = Pattern.compile("(?i)affinity rules|topology spread");

    /// Takes a message apart.
    ///
    /// @param nodes how many nodes there are
    public static SchedulersWords of(String message, int nodes) {
        var words = new TreeMap<String, Integer>();
        var matcher = MESSAGE.matcher(message);
        if (!matcher.matches()) {
            words.put(
                    Stream.of(DeviceReason.ERROR, DeviceReason.LATE_ERROR)
                            .filter(message::startsWith)
                            .findFirst()
                            .orElse(message),
                    nodes);
            return new SchedulersWords(words);
        }
        for (var part : matcher.group(2).split(", (?=\\d+ )", -1)) {
            var counted = COUNTED.matcher(part);
            if (counted.matches()) {
                words.merge(counted.group(2), Integer.parseInt(counted.group(1)), Integer::sum);
            } else {
                words.put(part, Integer.parseInt(matcher.group(1)));
            }
        }
        return new SchedulersWords(words);
    }

    /// Returns the same, and not which of several taints of a node was named: the scheduler names the one that
    /// stands first there, and nodes are kept with their taints sorted.
    public SchedulersWords withoutTaints() {
        var plain = new TreeMap<String, Integer>();
        reasons.forEach((sentence, nodes) ->
                plain.merge(TAINT.matcher(sentence).replaceAll("had an untolerated taint"), nodes, Integer::sum));
        return new SchedulersWords(plain);
    }

    /// Says whether it gives the reasons that were found. Of how many nodes is another thing: it looked at
    /// another time.
    boolean agreesWith(Diagnosis diagnosis) {
        var found = diagnosis.fits()
                ? new TreeMap<String, Integer>()
                : new SchedulersWords(diagnosis.schedulersWords())
                        .withoutTaints()
                        .reasons();
        return withoutTaints().reasons().keySet().equals(found.keySet());
    }

    /// Returns what it says keeps the pod, of what is not known here, or not well enough.
    Optional<Blocker> beyondKnown() {
        if (anyHas(DEVICES)) {
            return Optional.of(Blocker.DRA);
        }
        if (anyHas(VOLUME)) {
            return Optional.of(Blocker.VOLUME);
        }
        return anyHas(COMPANY) ? Optional.of(Blocker.TOPOLOGY) : Optional.empty();
    }

    private boolean anyHas(Pattern pattern) {
        return reasons.keySet().stream()
                .anyMatch(sentence -> pattern.matcher(sentence).find());
    }
}
