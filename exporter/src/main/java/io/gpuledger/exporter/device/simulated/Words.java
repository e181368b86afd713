package io.gpuledger.exporter.device.simulated;

import io.gpuledger.service.settings.Suggestion;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The words of one line of a script, taken from the left. What cannot be taken is a [ScenarioException].
final class Words {
    private static final Pattern WORD = Pattern.compile("[,+]|[^\\s,+]+");
    private static final Pattern COUNT = Pattern.compile("\\d{1,9}");
    private static final Pattern DURATION = Pattern.compile("(\\d{1,5})(ms|s|m|h|d)");

    private final Deque<String> words;

    Words(String text) {
        this.words = WORD.matcher(text)
                .results()
                .map(result -> result.group())
                .collect(Collectors.toCollection(ArrayDeque::new));
    }

    /// Returns the word that scripts have for a constant.
    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    boolean isEmpty() {
        return words.isEmpty();
    }

    /// Takes this word where it is the next.
    boolean take(String word) {
        boolean next = word.equals(words.peek());
        if (next) {
            words.remove();
        }
        return next;
    }

    String next(String what) {
        return Optional.ofNullable(words.poll())
                .orElseThrow(() -> new ScenarioException("the " + what + " is missing"));
    }

    <T> T oneOf(String what, Map<String, T> allowed) {
        if (words.isEmpty()) {
            throw new ScenarioException("the %s is missing: one of %s".formatted(what, list(allowed.keySet())));
        }
        String word = words.remove();
        return Optional.ofNullable(allowed.get(word))
                .orElseThrow(() -> new ScenarioException(unknown(what, word, allowed.keySet())));
    }

    <E extends Enum<E>> E oneOf(String what, Class<E> type) {
        return oneOf(what, Arrays.stream(type.getEnumConstants()).collect(Collectors.toMap(Words::of, word -> word)));
    }

    int count(String what) {
        String word = next(what);
        if (!COUNT.matcher(word).matches()) {
            throw new ScenarioException("\"%s\" is no %s: a whole number such as 1".formatted(word, what));
        }
        return Integer.parseInt(word);
    }

    Duration duration(String what) {
        String word = next(what);
        Matcher matcher = DURATION.matcher(word);
        if (!matcher.matches()) {
            throw new ScenarioException(
                    "\"%s\" is no %s: a number with ms, s, m, h or d, such as 90s".formatted(word, what));
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }

    Optional<Duration> optionalDuration() {
        return isEmpty() ? Optional.empty() : Optional.of(duration("duration"));
    }

    void end() {
        if (!isEmpty()) {
            throw new ScenarioException("nothing is expected from \"%s\" on".formatted(words.peek()));
        }
    }

    /// A sentence for a word that is none of those allowed, with the nearest of them where one is near.
    static String unknown(String what, String word, Collection<String> allowed) {
        String nearest = Suggestion.nearest(word, allowed)
                .map("; did you mean \"%s\"?"::formatted)
                .orElse(";");
        return "\"%s\" is no %s%s one of %s".formatted(word, what, nearest, list(allowed));
    }

    private static String list(Collection<String> words) {
        return words.stream().sorted().collect(Collectors.joining(", "));
    }
}
