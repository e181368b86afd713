package io.gpuledger.service.settings;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// These are the values in force, each with its origin.
public final class Settings {
    /// A value as it was written, what it means, and where it stood.
    record Given(String text, Object value, Origin origin) {}

    private final Map<Setting<?>, Given> given;
    private final List<String> warnings;

    Settings(Map<Setting<?>, Given> given, List<String> warnings) {
        this.given = given;
        this.warnings = List.copyOf(warnings);
    }

    /// The value of a setting that has a default.
    public <T> T get(Setting<T> setting) {
        return find(setting).orElseThrow(() -> new IllegalStateException("no value for " + setting.key()));
    }

    /// The value of a setting that may be left out.
    @SuppressWarnings("unchecked") // the value was made by this very setting
    public <T> Optional<T> find(Setting<T> setting) {
        return Optional.ofNullable(given.get(setting)).map(found -> (T) found.value());
    }

    /// Whether somebody said it, and it is not merely its default.
    public boolean isSaid(Setting<?> setting) {
        return Optional.ofNullable(given.get(setting))
                .filter(one -> !(one.origin() instanceof Origin.Default))
                .isPresent();
    }

    /// Returns one line for each setting in force, with its origin. Secrets show their file, never their content.
    public List<String> effective() {
        return lines(_ -> true);
    }

    /// Returns those lines of what somebody has said, and without defaults, of which a program has dozens.
    public List<String> said() {
        return lines(one -> !(one.origin() instanceof Origin.Default));
    }

    private List<String> lines(Predicate<Given> wanted) {
        return given.entrySet().stream()
                .filter(entry -> wanted.test(entry.getValue()))
                .map(entry -> "%s = %s (%s)"
                        .formatted(
                                entry.getKey().key(),
                                entry.getValue().text(),
                                entry.getValue().origin()))
                .toList();
    }

    /// Says of each setting that concerns a command of the program what is in force. Secrets show their file, never
    /// their content.
    public List<Stated> stated(Declaration program, String command) {
        return Invocation.withConfig(program).concerning(command).stream()
                .map(setting -> new Stated(setting, Optional.ofNullable(given.get(setting))))
                .toList();
    }

    /// What is worth a word, though nothing is wrong.
    public List<String> warnings() {
        return warnings;
    }
}
