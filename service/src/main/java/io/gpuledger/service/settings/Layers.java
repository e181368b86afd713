package io.gpuledger.service.settings;

import io.gpuledger.service.settings.Settings.Given;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Lays flags over the environment over the file over the defaults, and complains about all that is wrong at once.
final class Layers {
    static final Setting<Path> CONFIG =
            Setting.file("config", "A YAML file of settings, `key: value`; flags and environment beat it.");

    private record Written(String text, Origin origin) {}

    private final Declaration declaration;
    private final Flags.Parsed flags;
    private final EnvironmentVariables environment;
    private final List<String> problems = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    Layers(Declaration declaration, Flags.Parsed flags, Map<String, String> environment) {
        this.declaration = declaration;
        this.flags = flags;
        this.environment = new EnvironmentVariables(environment, declaration);
    }

    Settings resolve() {
        problems.addAll(flags.problems());
        problems.addAll(environment.unknown());
        var file = written(CONFIG, Map.of())
                .map(config -> ConfigurationFile.read(Path.of(config.text()), problems))
                .orElse(Map.of());
        refuseUnknownKeys(file);
        var given = new LinkedHashMap<Setting<?>, Given>();
        for (var setting : declaration.settings()) {
            var written = written(setting, file);
            if (setting.isForeign()) {
                written.ifPresent(value -> warnOfForeign(setting, value));
                continue;
            }
            if (written.isEmpty() && setting.isRequired()) {
                problems.add("%s must be given: --%1$s %s".formatted(setting.key(), setting.placeholder()));
            }
            written.flatMap(value -> read(setting, value)).ifPresent(value -> given.put(setting, value));
        }
        if (!problems.isEmpty()) {
            throw new BadSettingsException(problems);
        }
        return new Settings(given, warnings);
    }

    private void refuseUnknownKeys(Map<String, ConfigurationFile.Entry> file) {
        var known = declaration.settings().stream()
                .filter(setting -> setting != CONFIG && !setting.isForeign())
                .map(Setting::key)
                .toList();
        file.forEach((key, entry) -> {
            if (!known.contains(key)) {
                problems.add(entry.origin() + ": unknown key " + key + Suggestion.of(key, known));
            }
        });
    }

    private Optional<Written> written(Setting<?> setting, Map<String, ConfigurationFile.Entry> file) {
        return Optional.ofNullable(flags.flags().get(setting))
                .map(flag -> new Written(flag.text(), new Origin.Flag(flag.name())))
                .or(() -> variable(setting))
                .or(() -> Optional.ofNullable(file.get(setting.key()))
                        .flatMap(entry -> entry.text().map(text -> new Written(text, entry.origin()))))
                .filter(written -> !setting.isNone(written.text()))
                .or(() -> setting.fallback().map(text -> new Written(text, new Origin.Default())));
    }

    private Optional<Written> variable(Setting<?> setting) {
        var set = environment.of(setting);
        set.stream()
                .skip(1)
                .filter(other -> !other.text().equals(set.getFirst().text()))
                .forEach(other ->
                        warn(set.getFirst().name() + " beats " + other.name() + ", which says something else"));
        return set.stream()
                .findFirst()
                .map(variable -> new Written(variable.text(), new Origin.Variable(variable.name())));
    }

    private void warnOfForeign(Setting<?> setting, Written written) {
        var harmless = setting.fallback().filter(text -> means(setting, text).equals(means(setting, written.text())));
        if (harmless.isEmpty()) {
            warn("%s is left alone (%s): %s".formatted(setting.key(), written.origin(), setting.description()));
        }
    }

    /// What a text says to this setting; the text itself where it says nothing.
    private static Object means(Setting<?> setting, String text) {
        try {
            return setting.read(text);
        } catch (IllegalArgumentException _) {
            return text;
        }
    }

    private void warn(String warning) {
        if (!warnings.contains(warning)) {
            warnings.add(warning);
        }
    }

    private Optional<Given> read(Setting<?> setting, Written written) {
        try {
            return Optional.of(new Given(written.text(), setting.read(written.text()), written.origin()));
        } catch (BadSettingsException e) {
            problems.addAll(e.problems());
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            problems.add(
                    "%s: %s, not '%s' (%s)".formatted(setting.key(), e.getMessage(), written.text(), written.origin()));
            return Optional.empty();
        }
    }
}
