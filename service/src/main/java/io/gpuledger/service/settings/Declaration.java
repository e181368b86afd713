package io.gpuledger.service.settings;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// A declaration says what a program answers to.
///
/// @param commands the words it takes, the first when none is given; empty when it does only one thing
public record Declaration(String program, String description, List<Command> commands, List<Setting<?>> settings) {
    public Declaration {
        commands = List.copyOf(commands);
        settings = List.copyOf(settings);
    }

    /// Returns the same declaration with more settings, which concern every command.
    public Declaration with(List<Setting<?>> first, List<Setting<?>> last) {
        var all = Stream.of(first, settings, last).<Setting<?>>flatMap(List::stream);
        return new Declaration(program, description, commands, all.toList());
    }

    List<String> words() {
        return commands.stream().map(Command::name).toList();
    }

    /// Returns the command that the words begin with.
    Optional<Command> command(List<String> words) {
        return commands.stream()
                .filter(command -> command.words()
                        .equals(words.subList(
                                0, Math.min(words.size(), command.words().size()))))
                .findFirst();
    }

    /// Whether the command has anything of this setting: those that no command claims are everybody's.
    boolean concerns(Setting<?> setting, Command command) {
        return command.settings().isEmpty()
                || command.settings().contains(setting)
                || commands.stream().noneMatch(one -> one.settings().contains(setting));
    }

    /// Returns the settings that are its own and that a command has anything of.
    List<Setting<?>> concerning(String name) {
        var command = commands.stream().filter(one -> one.name().equals(name)).findFirst();
        return settings.stream()
                .filter(setting -> !setting.isForeign())
                .filter(setting -> command.map(one -> concerns(setting, one)).orElse(true))
                .toList();
    }

    /// Returns what the program's environment variables begin with.
    public String prefix() {
        return program.toUpperCase(Locale.ROOT).replace('-', '_') + "_";
    }
}
