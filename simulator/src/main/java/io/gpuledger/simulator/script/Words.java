package io.gpuledger.simulator.script;

import io.gpuledger.simulator.story.Span;
import java.io.Serial;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// The words of a line that are still to be read.
final class Words {
    /// What is wrong with a line.
    static final class Problem extends Exception {
        @Serial
        private static final long serialVersionUID = 1;

        Problem(String what) {
            super(what);
        }

        String what() {
            return String.valueOf(getMessage());
        }
    }

    private final Deque<String> words;

    Words(String line) {
        var text = line.replaceFirst("(^|\\s)#.*", "").strip();
        this.words = new ArrayDeque<>(text.isEmpty() ? List.of() : List.of(text.split("\\s+")));
    }

    boolean isEmpty() {
        return words.isEmpty();
    }

    String next(String what) throws Problem {
        var word = words.poll();
        if (word == null) {
            throw new Problem("a " + what + " is missing at its end");
        }
        return word;
    }

    /// Whether the next word is this one, which is read then.
    boolean skip(String wanted) {
        var is = wanted.equals(words.peek());
        if (is) {
            words.remove();
        }
        return is;
    }

    void require(String wanted) throws Problem {
        if (!skip(wanted)) {
            throw new Problem("`%s` is wanted %s"
                    .formatted(wanted, words.isEmpty() ? "at its end" : "before `" + words.peek() + "`"));
        }
    }

    <T> T next(String what, Function<String, Optional<T>> find) throws Problem {
        var word = next(what);
        return find.apply(word).orElseThrow(() -> new Problem("`%s` is no %s".formatted(word, what)));
    }

    /// Reads one of these by its name in small letters.
    <E extends Enum<E>> E next(String what, E[] kinds) throws Problem {
        return next(
                what,
                word -> Arrays.stream(kinds)
                        .filter(kind -> kind.name().toLowerCase(Locale.ROOT).equals(word))
                        .findFirst());
    }

    int number(String what, int least) throws Problem {
        return next(what, word -> whole(word).filter(number -> number >= least));
    }

    static Optional<Integer> whole(String word) {
        return word.matches("\\d{1,8}") ? Optional.of(Integer.valueOf(word)) : Optional.empty();
    }

    /// Reads a part such as `60%` or `2.5%`, in thousandths.
    int part(String what) throws Problem {
        return next(what, Words::thousandths);
    }

    private static Optional<Integer> thousandths(String word) {
        return word.matches("(100|\\d{1,2}(\\.\\d)?)%")
                ? Optional.of((int) Math.round(Double.parseDouble(word.substring(0, word.length() - 1)) * 10))
                        .filter(some -> some > 0)
                : Optional.empty();
    }

    /// Reads a time such as `1d2h30m15s`; 0 needs no unit.
    Duration duration() throws Problem {
        return next("time", Words::duration);
    }

    private static Optional<Duration> duration(String word) {
        var text = word.equals("0") ? "0s" : word;
        var days = text.indexOf('d') + 1;
        var iso = "P" + text.substring(0, days) + (days < text.length() ? "T" + text.substring(days) : "");
        try {
            return Optional.of(Duration.parse(iso.toUpperCase(Locale.ROOT))).filter(time -> !time.isNegative());
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    /// Reads from when to when, as counted from the story's begin.
    Span span(Span story) throws Problem {
        var from = from(story);
        require("to");
        return span(from, story.from() + duration().toSeconds(), story);
    }

    /// Reads the same of what stays so for good where nobody says to when.
    Span spanOrOnwards(Span story) throws Problem {
        var from = from(story);
        return span(from, skip("to") ? story.from() + duration().toSeconds() : story.to(), story);
    }

    private long from(Span story) throws Problem {
        require("from");
        return story.from() + duration().toSeconds();
    }

    private static Span span(long from, long to, Span story) throws Problem {
        if (to <= from || to > story.to()) {
            throw new Problem("it ends before it begins, or after the story");
        }
        return new Span(from, to);
    }

    /// Reads when something happens, which is a second.
    Span second(Span story) throws Problem {
        require("at");
        var at = story.from() + duration().toSeconds();
        if (at >= story.to()) {
            throw new Problem("it happens after the story");
        }
        return new Span(at, at + 1);
    }

    void end() throws Problem {
        if (!words.isEmpty()) {
            throw new Problem("nothing is wanted behind its end, where `%s` stands".formatted(words.peek()));
        }
    }
}
