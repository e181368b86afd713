package io.gpuledger.analyzer.benchmark;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongSupplier;

/// A page on which each number keeps its digits, so that it is changed in place; zeros stay zeros.
final class SteadyText implements NodePage.Text {
    private final byte[] answer;
    private final int base;
    private final List<Place> places;
    private final long[] values;
    private boolean isBegun;

    /// @param places where its numbers are, which is the same for all pages of a fleet
    SteadyText(String text, List<Place> places) {
        var head = NodePage.head(text.length());
        this.answer = (head + text).getBytes(StandardCharsets.US_ASCII);
        this.base = head.length();
        this.places = places;
        this.values = new long[places.size()];
    }

    @Override
    public int send(OutputStream out, LongSupplier random) throws IOException {
        for (var index = 0; index < values.length; index++) {
            var place = places.get(index);
            var before = isBegun ? values[index] : place.start(random.getAsLong());
            values[index] = place.next(before, random.getAsLong());
            place.write(values[index], answer, base);
        }
        isBegun = true;
        out.write(answer);
        return answer.length - base;
    }
}
