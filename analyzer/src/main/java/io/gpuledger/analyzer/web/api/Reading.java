package io.gpuledger.analyzer.web.api;

import io.gpuledger.service.settings.Suggestion;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/// Says what values a parameter takes, and reads them.
///
/// @param read throws [IllegalArgumentException] with a sentence that names the text and says what is wrong with it
public record Reading<T>(Schema schema, Function<String, T> read) {
    public static final Reading<String> TEXT = new Reading<>(Schema.Plain.TEXT, text -> text);

    /// Puts the text before what is wrong with it.
    ///
    /// @param read throws [IllegalArgumentException] with a sentence whose first word, the text, is missing
    public static <T> Reading<T> of(Schema schema, Function<String, T> read) {
        return new Reading<>(schema, text -> {
            try {
                return read.apply(text);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(text + " " + e.getMessage(), e);
            }
        });
    }

    /// Whole numbers, from 1 on.
    public static Reading<Integer> upTo(int most) {
        return of(new Schema.Range(1, most), text -> {
            try {
                var number = Integer.parseInt(text);
                if (number >= 1 && number <= most) {
                    return number;
                }
            } catch (NumberFormatException _) {
                // It is said below what it must be.
            }
            throw new IllegalArgumentException("must be a whole number from 1 to " + most);
        });
    }

    /// Some words, and no other text.
    ///
    /// @param noun what each of the words is called
    public static Reading<String> oneOf(String noun, List<String> words) {
        return new Reading<>(new Schema.OneOf(words), text -> {
            if (!words.contains(text)) {
                throw new IllegalArgumentException("no %s is called %s%s".formatted(noun, text, nearest(text, words)));
            }
            return text;
        });
    }

    /// Reads the same texts, and turns what was read into something else.
    public <U> Reading<U> then(Function<T, U> of) {
        return new Reading<>(schema, read.andThen(of));
    }

    static String nearest(String word, Collection<String> known) {
        return Suggestion.nearest(word, known)
                .map(name -> "; did you mean " + name + "?")
                .orElse(known.isEmpty() ? "; there is none here" : "; there is " + String.join(", ", known));
    }
}
