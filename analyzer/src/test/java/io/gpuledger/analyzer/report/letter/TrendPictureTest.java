package io.gpuledger.analyzer.report.letter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.report.PastWeek;
import io.gpuledger.analyzer.report.Reports;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/// The picture is read back by a reader of others.
class TrendPictureTest {
    private static BufferedImage picture(List<PastWeek> weeks) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(TrendPicture.of(weeks)));
    }

    private static Set<Integer> colors(BufferedImage picture, int left, int right) {
        var colors = new HashSet<Integer>();
        for (var x = left; x < right; x++) {
            for (var y = 0; y < picture.getHeight(); y++) {
                colors.add(picture.getRGB(x, y));
            }
        }
        return colors;
    }

    @Test
    void parts_of_a_week_are_as_high_as_they_are_long() throws Exception {
        try (var books = FixedBooks.fresh()) {
            var weeks = new Reports(books.database())
                    .of("speech", Week.parse("2026-W47"))
                    .trend();
            var picture = picture(weeks);
            var slot = picture.getWidth() / 8;

            assertThat(picture.getWidth()).isEqualTo(2 * TrendPicture.SHOWN_WIDTH);
            // Of the last week 127.8 of 228.0 are idle, of the week before 50 of 168: the rest of that was used.
            assertThat(height(picture, 7 * slot + slot / 2, false)).isEqualTo(278);
            assertThat(height(picture, 7 * slot + slot / 2, true)).isEqualTo(Math.round(278 * 127.78 / 228));
            assertThat(height(picture, 6 * slot + slot / 2, false)).isEqualTo(Math.round(278 * 168 / 228.0));
            assertThat(height(picture, 6 * slot + slot / 2, true)).isEqualTo(Math.round(278 * 50 / 228.0));
        }
    }

    /// How many pixels of a column are drawn above the line, or are those of what is idle.
    private static long height(BufferedImage picture, int x, boolean isIdle) {
        var height = 0;
        for (var y = 0; y < picture.getHeight() - 2; y++) {
            var color = picture.getRGB(x, y);
            var isOfIdle = (color & 0xffffff) == 0xb83222 || (color & 0xffffff) == 0xf6b3a6;
            height += color >>> 24 == 255 && (!isIdle || isOfIdle) ? 1 : 0;
        }
        return height;
    }

    @Test
    void the_ground_is_seen_through_where_nothing_is_drawn() throws IOException {
        var picture = picture(List.of());

        assertThat(picture.getRGB(0, 0) >>> 24).isZero();
        assertThat(colors(picture, 0, picture.getWidth())).hasSize(2);
    }
}
