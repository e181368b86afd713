package io.gpuledger.analyzer.failures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinomialTest {
    @ParameterizedTest
    @CsvSource({
        // Of ten throws of a coin: all heads, nine or more, five or more, none or more.
        "10, 10, 0.5, 0.0009765625",
        "9, 10, 0.5, 0.0107421875",
        "5, 10, 0.5, 0.623046875",
        "0, 10, 0.5, 1",
        // One six or more in four throws of a die.
        "1, 4, 0.16666666666666666, 0.5177469135802469",
        "1, 4, 0, 0",
        "4, 4, 1, 1"
    })
    void what_is_known_of_coins_and_dice_comes_out(long some, long all, double part, double chance) {
        assertThat(Binomial.atLeast(some, all, part)).isCloseTo(chance, within(1e-12));
    }

    @Test
    void it_is_as_often_as_in_drawn_trials() {
        var random = new SplittableRandom(7);
        for (var trial = 0; trial < 20; trial++) {
            var all = random.nextInt(1, 40);
            var part = random.nextDouble();
            var some = random.nextInt(0, all + 1);
            var hits = 0;
            for (var drawn = 0; drawn < 20_000; drawn++) {
                var count = random.doubles(all).filter(one -> one < part).count();
                hits += count >= some ? 1 : 0;
            }

            assertThat(Binomial.atLeast(some, all, part)).isCloseTo(hits / 20_000.0, within(0.02));
        }
    }
}
