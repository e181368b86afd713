package io.gpuledger.analyzer.report.letter;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Accounts;
import io.gpuledger.analyzer.report.PastWeek;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/// Draws a bar for each of some weeks: what was held, from what was idle at its foot, where bars can be
/// compared, to what is neither used nor waste at its top. The colors differ in how light they are, and what is
/// idle is striped, so that it can be told apart without colors too. The ground is left out: it is light or
/// dark as the letter is. Words are not drawn, as that takes fonts; they stand beside it.
final class TrendPicture {
    /// The picture is meant to be shown with this width in pixels. It has twice as many, as many screens do.
    static final int SHOWN_WIDTH = 552;

    private static final int WIDTH = 2 * SHOWN_WIDTH;
    private static final int HEIGHT = 280;
    private static final int BAR_MAX = 120;
    private static final int LINE = 2;
    private static final int STRIPE = 8;

    private static final byte IDLE = 1;
    private static final byte IDLE_STRIPE = 2;
    private static final byte UNDERUSED = 3;
    private static final byte USED = 4;
    private static final byte OTHER = 5;
    private static final int[] COLORS = {0x000000, 0xb83222, 0xf6b3a6, 0x8fcfb4, 0x157a5a, 0x9aa3ad};

    /// The colors of the parts from the foot of a bar to its top.
    private static final List<Byte> PARTS = List.of(IDLE, UNDERUSED, USED, OTHER);

    private final byte[] pixels = new byte[WIDTH * HEIGHT];

    private TrendPicture() {}

    static byte[] of(List<PastWeek> weeks) {
        var picture = new TrendPicture();
        var most = weeks.stream()
                .mapToLong(week -> LongStream.of(parts(week.accounts())).sum())
                .max()
                .orElse(0);
        for (var i = 0; i < weeks.size(); i++) {
            picture.bar(weeks.get(i), most, WIDTH * i / weeks.size(), WIDTH * (i + 1) / weeks.size());
        }
        picture.fill(0, WIDTH, HEIGHT - LINE, HEIGHT, OTHER);
        return Png.of(WIDTH, picture.pixels, COLORS);
    }

    /// Returns what was idle, underused, used, and held otherwise.
    static long[] parts(Accounts accounts) {
        return new long[] {
            accounts.of(State.IDLE),
            accounts.of(State.UNDERUSED),
            accounts.of(State.USED),
            accounts.of(State.STARTING) + accounts.of(State.UNHEALTHY) + accounts.of(State.UNOBSERVED)
        };
    }

    private void bar(PastWeek week, long most, int left, int right) {
        var margin = Math.max((right - left) / 6, (right - left - BAR_MAX) / 2);
        var parts = parts(week.accounts());
        var sum = 0L;
        var bottom = HEIGHT - LINE;
        for (var i = 0; i < parts.length && most > 0; i++) {
            sum += parts[i];
            var top = HEIGHT - LINE - (int) Math.round((double) sum / most * (HEIGHT - LINE));
            fill(left + margin, right - margin, top, bottom, PARTS.get(i));
            bottom = top;
        }
    }

    private void fill(int left, int right, int top, int bottom, byte color) {
        for (var y = top; y < bottom; y++) {
            Arrays.fill(pixels, y * WIDTH + left, y * WIDTH + right, color);
            if (color == IDLE) {
                stripe(left, right, y);
            }
        }
    }

    private void stripe(int left, int right, int y) {
        for (var x = left; x < right; x++) {
            if ((x + y) / STRIPE % 3 == 0) {
                pixels[y * WIDTH + x] = IDLE_STRIPE;
            }
        }
    }
}
