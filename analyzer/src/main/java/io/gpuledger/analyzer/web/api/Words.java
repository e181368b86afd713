package io.gpuledger.analyzer.web.api;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Makes names for programs of what is written for people.
final class Words {
    private static final Pattern BETWEEN = Pattern.compile("[^A-Za-z0-9]+");

    private Words() {}

    /// Returns the words in one, each with a capital: `free-while waiting` is `FreeWhileWaiting`.
    static String joined(String words) {
        return Arrays.stream(BETWEEN.split(words, -1))
                .filter(word -> !word.isEmpty())
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .collect(Collectors.joining());
    }

    static String sentence(String words) {
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + ".";
    }
}
