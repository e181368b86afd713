package io.gpuledger.analyzer.parse.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.parse.RoutedSamples;
import io.gpuledger.analyzer.parse.RoutedSamples.Problem;
import io.gpuledger.analyzer.parse.SeriesRouter;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BoundsTest {
    private static final PageLimits SMALL = new PageLimits(100, 3, 10, 20, 60, 4000);

    private final NumberedSeries numbered = new NumberedSeries();
    private final RoutedSamples samples = new RoutedSamples();
    private final PageReader reader = new PageReader(SeriesRouter.to(numbered), SMALL, new Interner(10_000));

    @Test
    void a_page_of_too_many_series_is_read_up_to_there() {
        var page = series(0, 1000);
        for (var i = 0; i < 3; i++) {
            read(page);
            assertThat(samples.size()).isEqualTo(100);
            assertThat(samples.shown())
                    .containsExactly(
                            new Problem(page.indexOf("a{b=\"100\"}"), "more than 100 series: the rest is not read"));
            assertThat(numbered.given()).isEqualTo(100);
        }
    }

    @Test
    void a_page_of_too_much_text_is_read_up_to_there() {
        var page = IntStream.range(0, 99)
                .mapToObj(i -> "n%07d{label=\"1234567890123456%04d\",other=\"1234567890\"} 1\n".formatted(i, i))
                .reduce("", String::concat);
        for (var i = 0; i < 3; i++) {
            read(page);
            assertThat(samples.size()).isBetween(60, 75);
            assertThat(samples.shown())
                    .extracting(Problem::what)
                    .containsExactly("more than 4000 bytes of names and labels: the rest is not read");
        }
    }

    @Test
    void what_is_too_long_is_a_problem_of_its_line() {
        read("a 1\nn1234567890 2\na{n1234567890=\"\"} 3\na{b=\"v12345678901234567890\"} 4\n"
                + "a{b=\"\",c=\"\",d=\"\",e=\"\"} 5\na{b=\"" + "\",b=\"".repeat(20) + "\"} 6\nz 7\n");

        assertThat(samples.size()).isEqualTo(2);
        assertThat(samples.shown())
                .extracting(Problem::what)
                .containsExactly(
                        "a name of more than 10 bytes",
                        "a name of more than 10 bytes",
                        "a label's value of more than 20 bytes",
                        "more than 3 labels",
                        "more than 60 bytes before its value");
    }

    @Test
    void series_that_are_gone_do_not_pile_up() {
        for (var i = 0; i < 1000; i++) {
            read(series(10 * i, 10 * i + 20));
            assertThat(samples.size()).isEqualTo(20);
            assertThat(numbered.given()).isLessThan(150);
        }
        assertThat(numbered.forgotten()).isBetween(50, 200);
    }

    @Test
    void comments_that_change_do_not_pile_up() {
        for (var i = 0; i < 1000; i++) {
            read("# at " + i + "\na 1\n# more " + i + "\nb 2\n");
            assertThat(samples.size()).isEqualTo(2);
            assertThat(samples.problems()).isZero();
        }
        assertThat(numbered.given()).isEqualTo(2);
        assertThat(numbered.forgotten()).isZero();
    }

    @Test
    void bad_lines_do_not_pile_up_either() {
        for (var i = 0; i < 1000; i++) {
            read("a%d{\"q\"} 1\na 1\n".formatted(i));
            assertThat(samples.size()).isEqualTo(1);
        }
    }

    @Test
    void the_interner_starts_over_when_it_is_full() {
        var interner = new Interner(10_000);
        for (var i = 0; i < 10_000; i++) {
            var text = Integer.toString(i).getBytes(UTF_8);
            interner.intern(Text.of(text, 0, text.length));
            assertThat(interner.size()).isLessThanOrEqualTo(110);
        }
    }

    @Test
    void equal_texts_are_interned_as_one() {
        var interner = new Interner();
        var text = "abcabc".getBytes(UTF_8);

        assertThat(interner.intern(Text.of(text, 0, 3))).isSameAs(interner.intern(Text.of(text, 3, 6)));
    }

    @Test
    void any_bytes_are_read_to_the_end() {
        var seed = System.nanoTime();
        System.out.println("BoundsTest seed " + seed);
        var random = new SplittableRandom(seed);
        for (var i = 0; i < 2000; i++) {
            var page = new byte[random.nextInt(3000)];
            random.nextBytes(page);
            if (i % 2 == 0) {
                for (var at = 0; at < page.length; at++) {
                    page[at] = (byte) "a{}=\"\\,# \n1eE.EOF".charAt(page[at] & 15);
                }
            }
            var format = i % 3 == 0 ? PageFormat.OPENMETRICS : PageFormat.PROMETHEUS;
            reader.read(page, page.length, format, samples);
            assertThat(samples.size()).isLessThanOrEqualTo(page.length / 3);
        }
    }

    @Test
    void series_of_the_same_hash_are_read_as_fast_as_others() {
        var wide = new PageReader(SeriesRouter.to(numbered), PageLimits.USUAL, new Interner());
        var page = new StringBuilder();
        // "Aa" and "BB" have the same hash, and so have all of these.
        for (var i = 0; i < 1 << 15; i++) {
            page.append("a{b=\"");
            for (var bit = 0; bit < 15; bit++) {
                page.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            page.append("\"} 1\n");
        }
        var bytes = page.toString().getBytes(UTF_8);
        wide.read(bytes, bytes.length, PageFormat.PROMETHEUS, samples);

        assertThat(samples.size()).isEqualTo(1 << 15);

        var changed = page.append("a{b=\"another\"} 1\n").toString().getBytes(UTF_8);
        wide.read(changed, changed.length, PageFormat.PROMETHEUS, samples);

        assertThat(samples.size()).isEqualTo((1 << 15) + 1);
    }

    private static String series(int from, int to) {
        return IntStream.range(from, to).mapToObj("a{b=\"%d\"} 1\n"::formatted).reduce("", String::concat);
    }

    private void read(String page) {
        var bytes = page.getBytes(UTF_8);
        reader.read(bytes, bytes.length, PageFormat.PROMETHEUS, samples);
    }
}
