package io.gpuledger.analyzer.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.time.Hour;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FiguresTest {
    @Test
    void hours_have_a_decimal_and_little_is_not_nothing() {
        assertThat(Figures.hours(0)).isEqualTo("0.0");
        assertThat(Figures.hours(1)).isEqualTo("<0.1");
        assertThat(Figures.hours(Hour.MILLIS / 20)).isEqualTo("0.1");
        assertThat(Figures.hours(12_345 * Hour.MILLIS)).isEqualTo("12,345.0");
    }

    @Test
    void coverage_is_all_only_where_nothing_is_missing() {
        assertThat(Figures.coverage(0, 10)).isEqualTo("100.0 %");
        assertThat(Figures.coverage(1, 1_000_000)).isEqualTo("99.9 %");
        assertThat(Figures.coverage(0, 0)).isEqualTo("-");
    }

    @Test
    void changes_have_a_sign() {
        assertThat(Figures.change(2 * Hour.MILLIS, Hour.MILLIS)).isEqualTo("+1.0");
        assertThat(Figures.change(Hour.MILLIS, 2 * Hour.MILLIS)).isEqualTo("-1.0");
        assertThat(Figures.change(5, 6)).isEqualTo("0.0");
        assertThat(Figures.relativeChange(3, 2)).isEqualTo("+50.0 %");
        assertThat(Figures.relativeChange(3, 0)).isEmpty();
    }

    @Test
    void money_names_its_currency() {
        assertThat(Figures.money(new TreeMap<>(Map.of("USD", 1_234_565_000L, "EUR", 5_000L))))
                .isEqualTo("EUR 0.01, USD 1,234.57");
    }

    @Test
    void rounded_parts_add_up_to_the_rounded_sum() {
        var random = new Random(11);
        for (var i = 0; i < 1000; i++) {
            var parts = random.longs(1 + random.nextInt(9), 0, 50 * Hour.MILLIS).toArray();
            var sum = Arrays.stream(parts).sum();

            var shares = Shares.of(parts, Figures.TENTH_OF_HOUR);
            assertThat(Arrays.stream(shares).sum()).isEqualTo(Math.round((double) sum / Figures.TENTH_OF_HOUR));
            assertThat(Arrays.stream(Shares.thousandths(parts)).sum()).isEqualTo(1000);
            for (var at = 0; at < parts.length; at++) {
                assertThat(Math.abs(shares[at] - (double) parts[at] / Figures.TENTH_OF_HOUR))
                        .isLessThan(1);
            }
        }
        assertThat(Shares.thousandths(new long[3])).containsOnly(0);
    }

    @Test
    void a_cell_that_looks_like_a_formula_is_made_a_text() {
        var csv = new Csv().head(List.of("a", "b"));
        for (var evil : new String[] {"=1+1", "+1", "-1", "@x", "\t=1", "a,b", "say \"hi\"", "two\nlines", "fine"}) {
            csv.text(evil);
        }

        assertThat(csv.end().toString())
                .isEqualTo("a,b\r\n'=1+1,'+1,'-1,'@x,'\t=1,\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\",fine\r\n");
    }
}
