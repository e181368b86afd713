package io.gpuledger.analyzer.fit.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// How often `fit` and the scheduler say the same.
final class Agreement {
    private static final double GOOD = 0.99;
    private static final Pattern OWN = Pattern.compile("\\{.*}|\"[^\"]*\"");

    /// Holds what both said of a probe.
    ///
    /// @param again whether the scheduler was asked twice
    record Answer(Verdict fit, Verdict scheduler, boolean again, String spec) {
        boolean isSame() {
            return fit.equals(scheduler);
        }
    }

    private final List<String> differences = new ArrayList<>();
    private final SortedMap<String, Long> said = new TreeMap<>();
    private final SortedMap<String, Long> classes = new TreeMap<>();
    private final TreeSet<Long> seeds = new TreeSet<>();
    private int unknown;
    private int probes;
    private int fitting;
    private int again;
    private int sameFits;
    private int sameWords;
    private int same;
    private int sameButTaints;

    void add(long seed, String probe, Answer answer) {
        seeds.add(seed);
        if (answer.fit().equals(Verdict.UNKNOWN)) {
            unknown++;
            return;
        }
        probes++;
        fitting += answer.scheduler().fits() ? 1 : 0;
        again += answer.again() && answer.isSame() ? 1 : 0;
        sameFits += answer.fit().fits() == answer.scheduler().fits() ? 1 : 0;
        sameWords += answer.fit().isSaidBySameWords(answer.scheduler()) ? 1 : 0;
        same += answer.isSame() ? 1 : 0;
        var isOfTaints = answer.fit().withoutTaints().equals(answer.scheduler().withoutTaints());
        sameButTaints += isOfTaints ? 1 : 0;
        answer.scheduler()
                .words()
                .keySet()
                .forEach(word -> said.merge(OWN.matcher(word).replaceAll("..."), 1L, Long::sum));
        if (!answer.isSame()) {
            classes.merge(isOfTaints ? "another taint of the same node is named first" : "other", 1L, Long::sum);
            if (!isOfTaints) {
                differences.add("seed %d, %s: fit says %s, the scheduler %s; %s"
                        .formatted(seed, probe, answer.fit(), answer.scheduler(), answer.spec()));
            }
        }
    }

    /// Returns those that are not merely of the order of taints.
    List<String> differences() {
        return Collections.unmodifiableList(differences);
    }

    boolean isGood() {
        return sameButTaints >= GOOD * probes && sameFits >= GOOD * probes;
    }

    String line() {
        return "%d probes, %d the same, %d but for the order of taints, %d otherwise, %d asked twice, %d not told"
                .formatted(probes, same, sameButTaints - same, probes - sameButTaints, again, unknown);
    }

    String text(long seed) {
        var text = new StringBuilder("""
            %,d clusters of the seeds from %d on, %,d pods, of which %,d fit. %d were asked for twice.

            %s| the same | pods | of all |
            |---|---:|---:|
            | whether it fits | %s |
            | which reasons | %s |
            | which reasons, and on how many nodes | %s |
            | - whichever of several taints is named | %s |

            | said by the scheduler | of pods |
            |---|---:|
            """.formatted(
                        seeds.size(),
                        seed,
                        probes,
                        fitting,
                        again,
                        unknown == 0 ? "" : "Of %,d more it cannot be told.\n\n".formatted(unknown),
                        part(sameFits),
                        part(sameWords),
                        part(same),
                        part(sameButTaints)));
        said.forEach((word, pods) -> text.append("| %s | %,d |\n".formatted(word, pods)));
        classes.forEach((name, pods) -> text.append("\n%,d differ: %s.\n".formatted(pods, name)));
        return text.toString();
    }

    private String part(int of) {
        return String.format(Locale.ROOT, "%,d | %.2f %%", of, 100.0 * of / Math.max(1, probes));
    }
}
