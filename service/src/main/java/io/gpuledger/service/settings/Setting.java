package io.gpuledger.service.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// One option of a program, declared once, beside the code that it steers:
///
///     static final Setting<Duration> INTERVAL =
///             Setting.duration("sample-interval", "How often each GPU is read.").or("1s");
///
/// Its flag `--sample-interval`, its environment variable `GPU_EXPORTER_SAMPLE_INTERVAL` and its key in the YAML file
/// all follow from the key.
public final class Setting<T> {
    /// How the text of a value becomes the value.
    @FunctionalInterface
    public interface Reader<T> {
        /// Throws [IllegalArgumentException] with what is expected instead.
        T read(String text);
    }

    private final String key;
    private final String placeholder;
    private final String description;
    private final Reader<T> reader;
    private final Optional<String> fallback;
    private final boolean required;
    private final List<String> otherFlags;
    private final List<String> otherVariables;

    private Setting(
            String key,
            String placeholder,
            String description,
            Reader<T> reader,
            Optional<String> fallback,
            boolean required,
            List<String> otherFlags,
            List<String> otherVariables) {
        this.key = key;
        this.placeholder = placeholder;
        this.description = description;
        this.reader = reader;
        this.fallback = fallback;
        this.required = required;
        this.otherFlags = List.copyOf(otherFlags);
        this.otherVariables = List.copyOf(otherVariables);
    }

    private static <T> Setting<T> of(String key, String placeholder, String description, Reader<T> reader) {
        return new Setting<>(key, placeholder, description, reader, Optional.empty(), false, List.of(), List.of());
    }

    /// A value of the owner's own kind, read as the owner says.
    public static <T> Setting<T> parsed(String key, String placeholder, String description, Reader<T> reader) {
        return of(key, placeholder, description, reader);
    }

    public static Setting<String> text(String key, String description) {
        return of(key, "TEXT", description, text -> text);
    }

    public static Setting<Long> whole(String key, String description) {
        return of(key, "N", description, Values::whole);
    }

    public static Setting<Duration> duration(String key, String description) {
        return of(key, "DURATION", description, Values::duration);
    }

    public static Setting<Address> address(String key, String description) {
        return of(key, "HOST:PORT", description, Address::parse);
    }

    public static Setting<Path> file(String key, String description) {
        return of(key, "FILE", description, Path::of);
    }

    /// The content of a file: the path is a setting like any other, the content is never printed.
    public static Setting<Secret> secretFile(String key, String description) {
        return of(key, "FILE", description, Secret::read);
    }

    /// One of an enum's constants, written in lower case with dashes.
    public static <E extends Enum<E>> Setting<E> choice(String key, Class<E> constants, String description) {
        return choice(key, constants, Values::word, description);
    }

    /// One of an enum's constants, each written as it says itself.
    public static <E extends Enum<E>> Setting<E> choice(
            String key, Class<E> constants, Function<E, String> word, String description) {
        var words = Arrays.stream(constants.getEnumConstants()).map(word).toList();
        return of(key, String.join("|", words), description, text -> {
            if (!words.contains(text)) {
                throw new IllegalArgumentException("must be one of " + String.join(", ", words));
            }
            return constants.getEnumConstants()[words.indexOf(text)];
        });
    }

    /// With a value for when nobody gives one.
    public Setting<T> or(String value) {
        return new Setting<>(
                key, placeholder, description, reader, Optional.of(value), required, otherFlags, otherVariables);
    }

    /// Without a default, and not to be left out.
    public Setting<T> required() {
        return new Setting<>(key, placeholder, description, reader, fallback, true, otherFlags, otherVariables);
    }

    /// Refuses values for which the condition does not hold; the rule completes "must be ...".
    public Setting<T> that(Predicate<T> condition, String rule) {
        Reader<T> checked = text -> {
            var value = reader.read(text);
            if (!condition.test(value)) {
                throw new IllegalArgumentException("must be " + rule);
            }
            return value;
        };
        return new Setting<>(key, placeholder, description, checked, fallback, required, otherFlags, otherVariables);
    }

    /// Also answers to another program's flags, so that ours can take its place.
    public Setting<T> alsoFlags(String... flags) {
        return new Setting<>(key, placeholder, description, reader, fallback, required, List.of(flags), otherVariables);
    }

    /// Also answers to another program's environment variables; our own beats them.
    public Setting<T> alsoVariables(String... variables) {
        return new Setting<>(key, placeholder, description, reader, fallback, required, otherFlags, List.of(variables));
    }

    public String key() {
        return key;
    }

    /// What stands for the value in help and documents.
    public String placeholder() {
        return placeholder;
    }

    public String description() {
        return description;
    }

    public Optional<String> fallback() {
        return fallback;
    }

    boolean isRequired() {
        return required;
    }

    /// `--key` first, then those of other programs.
    public List<String> flags() {
        var flags = new ArrayList<String>();
        flags.add("--" + key);
        flags.addAll(otherFlags);
        return flags;
    }

    /// The program's own variable first, then those of other programs.
    public List<String> variables(String prefix) {
        var variables = new ArrayList<String>();
        variables.add(prefix + key.replace('-', '_').toUpperCase(Locale.ROOT));
        variables.addAll(otherVariables);
        return variables;
    }

    T read(String text) {
        return reader.read(text);
    }
}
