package io.gpuledger.analyzer.time;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// A span in which something is so, and its cause.
public record Mark(Span span, String cause) {
    /// Returns the marks sorted, and cut so that they do not overlap. Where several marks meet, the one that began
    /// first counts, and of those that began together the one whose cause comes first in the alphabet.
    public static List<Mark> apart(List<Mark> marks) {
        var apart = new ArrayList<Mark>();
        for (var mark : marks.stream()
                .sorted(Comparator.comparingLong((Mark one) -> one.span().from())
                        .thenComparing(Mark::cause))
                .toList()) {
            var from = apart.isEmpty()
                    ? mark.span().from()
                    : Math.max(mark.span().from(), apart.getLast().span().to());
            if (from < mark.span().to()) {
                apart.add(new Mark(new Span(from, mark.span().to()), mark.cause()));
            }
        }
        return apart;
    }
}
