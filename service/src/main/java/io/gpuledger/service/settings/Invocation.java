package io.gpuledger.service.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// An invocation is what somebody asked of a program when they started it.
public sealed interface Invocation {
    /// `--help`, with the text to print: of the program, or of the command that was named.
    record Help(String text) implements Invocation {}

    record Version() implements Invocation {}

    /// The program is to do its work.
    ///
    /// @param command the word that was given, or the first that the program takes; empty where it takes none
    record Run(String command, Settings settings) implements Invocation {}

    /// Throws [BadSettingsException] with all that is wrong.
    static Invocation of(Declaration program, Map<String, String> environment, String... args) {
        var declaration = withConfig(program);
        var flags = new Flags(declaration);
        var parsed = flags.parse(args);
        if (parsed.help()) {
            return new Help(flags.help(declaration.command(parsed.words())));
        }
        if (parsed.version()) {
            return new Version();
        }
        var problems = new ArrayList<>(parsed.problems());
        var command = command(declaration, parsed.words(), problems);
        var all = new Flags.Parsed(false, false, parsed.flags(), parsed.words(), problems);
        return new Run(command, new Layers(declaration, all, environment).resolve());
    }

    /// A program's settings and the one that every program has.
    static Declaration withConfig(Declaration program) {
        return program.with(List.of(Layers.CONFIG), List.of());
    }

    private static String command(Declaration declaration, List<String> words, List<String> problems) {
        var commands = declaration.words();
        var spare = words.stream().skip(commands.isEmpty() ? 0 : 1).toList();
        spare.forEach(word -> problems.add("unexpected argument " + word));
        if (commands.isEmpty()) {
            return "";
        }
        var command = words.isEmpty() ? commands.getFirst() : words.getFirst();
        if (!commands.contains(command)) {
            problems.add("unknown command " + command + Suggestion.of(command, commands));
        }
        return command;
    }
}
