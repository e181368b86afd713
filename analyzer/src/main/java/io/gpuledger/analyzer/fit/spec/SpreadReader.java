package io.gpuledger.analyzer.fit.spec;

import io.gpuledger.analyzer.fit.Requirement.Operator;
import io.gpuledger.analyzer.fit.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/// Reads the constraints on how pods are spread, as far as they must be met.
final class SpreadReader {
    private static final int CONSTRAINTS_MAX = 100;

    private final SortedMap<String, String> labels;

    SpreadReader(SortedMap<String, String> labels) {
        this.labels = labels;
    }

    List<Spread> of(Part spec) throws UnreadableException {
        var all = new ArrayList<Spread>();
        for (var one : spec.items("topologySpreadConstraints", CONSTRAINTS_MAX)) {
            switch (one.text("whenUnsatisfiable", "DoNotSchedule")) {
                case "DoNotSchedule" -> all.add(spread(one));
                case "ScheduleAnyway" -> {}
                default -> throw one.not("a constraint of a known kind");
            }
        }
        return all;
    }

    private Spread spread(Part one) throws UnreadableException {
        return new Spread(
                one.text("topologyKey"),
                one.whole("maxSkew", 1),
                one.whole("minDomains", 1),
                SelectionReader.narrowed(
                        SelectionReader.selection(one, "labelSelector"),
                        one.texts("matchLabelKeys", CONSTRAINTS_MAX),
                        Operator.IN,
                        labels),
                heeds(one, "nodeAffinityPolicy", "Honor"),
                heeds(one, "nodeTaintsPolicy", "Ignore"));
    }

    private static boolean heeds(Part one, String policy, String otherwise) throws UnreadableException {
        return switch (one.text(policy, otherwise)) {
            case "Honor" -> true;
            case "Ignore" -> false;
            default -> throw one.not("a constraint of a known " + policy);
        };
    }
}
