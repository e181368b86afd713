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

/// A setting is one option of a program. It is declared once, beside the code that it steers:
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
        /// Throws [IllegalArgumentException] with what is expected instead, or [BadSettingsException] with all that is
        /// wrong within what the text names.
        T read(String text);
    }

    /// What may be said of a setting beyond its value.
    private record Traits(
            Optional<String> fallback,
            boolean required,
            boolean onOff,
            boolean foreign,
            boolean several,
            boolean emptyIsNone,
            List<String> otherFlags,
            List<String> otherVariables) {
        static final Traits NONE =
                new Traits(Optional.empty(), false, false, false, false, false, List.of(), List.of());

        Traits or(String value) {
            return new Traits(
                    Optional.of(value), required, onOff, foreign, several, emptyIsNone, otherFlags, otherVariables);
        }

        Traits asRequired() {
            return new Traits(fallback, true, onOff, foreign, several, emptyIsNone, otherFlags, otherVariables);
        }

        Traits asOnOff() {
            return new Traits(fallback, required, true, foreign, several, emptyIsNone, otherFlags, otherVariables);
        }

        Traits asForeign() {
            return new Traits(fallback, required, onOff, true, several, emptyIsNone, otherFlags, otherVariables);
        }

        Traits asSeveral() {
            return new Traits(fallback, required, onOff, foreign, true, emptyIsNone, otherFlags, otherVariables);
        }

        Traits asEmptyIsNone() {
            return new Traits(fallback, required, onOff, foreign, several, true, otherFlags, otherVariables);
        }

        Traits alsoFlags(String... flags) {
            return new Traits(fallback, required, onOff, foreign, several, emptyIsNone, List.of(flags), otherVariables);
        }

        Traits alsoVariables(String... variables) {
            return new Traits(fallback, required, onOff, foreign, several, emptyIsNone, otherFlags, List.of(variables));
        }
    }

    private final String key;
    private final String placeholder;
    private final String description;
    private final Reader<T> reader;
    private final Traits traits;

    private Setting(String key, String placeholder, String description, Reader<T> reader, Traits traits) {
        this.key = key;
        this.placeholder = placeholder;
        this.description = description;
        this.reader = reader;
        this.traits = traits;
    }

    private static <T> Setting<T> of(String key, String placeholder, String description, Reader<T> reader) {
        return new Setting<>(key, placeholder, description, reader, Traits.NONE);
    }

    private Setting<T> with(Traits changed) {
        return new Setting<>(key, placeholder, description, reader, changed);
    }

    /// A value of the owner's own kind, read as the owner says.
    public static <T> Setting<T> parsed(String key, String placeholder, String description, Reader<T> reader) {
        return of(key, placeholder, description, reader);
    }

    /// Declares a list with commas between: its flag may stand there several times, each time for more of it.
    public static <T> Setting<T> list(String key, String placeholder, String description, Reader<T> reader) {
        return of(key, placeholder, description, reader).with(Traits.NONE.asSeveral());
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

    /// Declares a duration, or a whole number of milliseconds, as programs in Go like them.
    public static Setting<Duration> milliseconds(String key, String description) {
        return of(key, "DURATION|MILLISECONDS", description, Values::milliseconds);
    }

    /// Off unless its flag stands there, alone or with `=true`.
    public static Setting<Boolean> onOff(String key, String description) {
        return of(key, "true|false", description, Values::onOff)
                .with(Traits.NONE.asOnOff())
                .or("false");
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

    /// Declares one of an enum's constants, written in lower case with dashes.
    public static <E extends Enum<E>> Setting<E> choice(String key, Class<E> constants, String description) {
        return choice(key, constants, Values::word, description);
    }

    /// Declares one of an enum's constants, each written as it says itself.
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

    /// Returns the setting with a value for when nobody gives one.
    public Setting<T> or(String value) {
        return with(traits.or(value));
    }

    /// Returns the setting without a default: it is not to be left out.
    public Setting<T> required() {
        return with(traits.asRequired());
    }

    /// Something that another program has and ours has not. Whoever gives it, and not as it is by default, is warned in
    /// the words of the description; nothing comes of it.
    public Setting<T> foreign() {
        return with(traits.asForeign());
    }

    /// Takes an empty text as if it were left out, as the program does whose setting it also is.
    public Setting<T> emptyIsNone() {
        return with(traits.asEmptyIsNone());
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
        return new Setting<>(key, placeholder, description, checked, traits);
    }

    /// Returns the setting, which also answers to another program's flags, so that ours can take its place.
    public Setting<T> alsoFlags(String... flags) {
        return with(traits.alsoFlags(flags));
    }

    /// Returns the setting, which also answers to another program's environment variables; our own beats them.
    public Setting<T> alsoVariables(String... variables) {
        return with(traits.alsoVariables(variables));
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
        return traits.fallback;
    }

    boolean isRequired() {
        return traits.required;
    }

    boolean isForeign() {
        return traits.foreign;
    }

    /// Whether its flag may stand alone, which means `true`.
    boolean isOnOff() {
        return traits.onOff;
    }

    boolean isSeveral() {
        return traits.several;
    }

    /// Whether this text says no more than nothing at all.
    boolean isNone(String text) {
        return traits.emptyIsNone && text.isEmpty();
    }

    /// Returns `--key` first, and then the flags of other programs.
    public List<String> flags() {
        var flags = new ArrayList<String>();
        flags.add("--" + key);
        flags.addAll(traits.otherFlags);
        return flags;
    }

    /// Returns the program's own variable first, and then those of other programs.
    public List<String> variables(String prefix) {
        var variables = new ArrayList<String>();
        if (!traits.foreign) {
            variables.add(prefix + key.replace('-', '_').toUpperCase(Locale.ROOT));
        }
        variables.addAll(traits.otherVariables);
        return variables;
    }

    T read(String text) {
        return reader.read(text);
    }
}
