package io.gpuledger.analyzer.time;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// For a span something is so, for a cause.
public record Mark(Span span, String cause) {
    /// Sorted, and apart: where several are so, the one that began first, of these the one by the alphabet.
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
