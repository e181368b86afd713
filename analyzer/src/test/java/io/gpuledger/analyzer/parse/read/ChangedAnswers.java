package io.gpuledger.analyzer.parse.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;

/// What becomes of an answer on a bad way, or at a server that goes wrong: bytes of it are others, or it is cut off.
/// Whoever reads it has to take it or to refuse it in words that say what is wrong, and may do nothing else.
final class ChangedAnswers {
    private static final int CASES = 20_000;

    interface Reading {
        void read(byte[] answer) throws IOException, BadAnswerException;
    }

    private final byte[] good;
    private final Reading reading;

    ChangedAnswers(byte[] good, Reading reading) {
        this.good = good;
        this.reading = reading;
    }

    static void refused(byte[] answer, Reading reading, String why) {
        assertThatExceptionOfType(BadAnswerException.class)
                .isThrownBy(() -> reading.read(answer))
                .withMessageContaining(why);
    }

    /// @param whole the lengths at which a shorter answer ends
    void areRefusedWhereTheyAreCutOff(Set<Integer> whole, String why) throws IOException, BadAnswerException {
        for (var length = 1; length < good.length; length++) {
            var cut = Arrays.copyOf(good, length);
            if (whole.contains(length)) {
                reading.read(cut);
            } else {
                refused(cut, reading, why);
            }
        }
    }

    /// @param words what each refusal says
    void areReadOrRefused(Pattern words) {
        var seed = System.nanoTime();
        System.out.println("ChangedAnswers seed " + seed);
        var random = new Random(seed);
        for (var length = 0; length < good.length; length++) {
            isReadOrRefused(Arrays.copyOf(good, length), words);
        }
        var read = 0;
        for (var i = 0; i < CASES; i++) {
            read += isReadOrRefused(changed(random), words) ? 1 : 0;
        }
        assertThat(read).as("answers that were read").isBetween(1, CASES - 1);
    }

    /// The first bytes are changed more often than others, as JSON's encoding is told by them.
    private byte[] changed(Random random) {
        var changed = good.clone();
        for (var change = 0; change <= random.nextInt(3); change++) {
            var bound = random.nextInt(4) == 0 ? 4 : changed.length;
            changed[random.nextInt(bound)] = (byte) random.nextInt();
        }
        return changed;
    }

    private boolean isReadOrRefused(byte[] answer, Pattern words) {
        var thrown = catchThrowable(() -> reading.read(answer));
        if (thrown != null) {
            assertThat(thrown)
                    .as(() -> Arrays.toString(answer))
                    .isInstanceOf(BadAnswerException.class)
                    .hasMessageMatching(words);
        }
        return thrown == null;
    }
}
