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
        if (commands.isEmpty() || words.isEmpty()) {
            words.forEach(word -> problems.add("unexpected argument " + word));
            return commands.stream().findFirst().orElse("");
        }
        var known = declaration.command(words);
        words.stream()
                .skip(known.map(command -> command.words().size()).orElse(words.size()))
                .forEach(word -> problems.add("unexpected argument " + word));
        if (known.isEmpty()) {
            problems.add(unknown(words, commands));
        }
        return known.map(Command::name).orElseGet(words::getFirst);
    }

    /// A command of several words is looked for by all that were given.
    private static String unknown(List<String> words, List<String> commands) {
        var first = words.getFirst();
        var more = commands.stream()
                .filter(command -> command.startsWith(first + " "))
                .toList();
        if (words.size() == 1 && !more.isEmpty()) {
            return "%s needs a word more: %s".formatted(first, String.join(", ", more));
        }
        var all = more.isEmpty() ? first : String.join(" ", words);
        return "unknown command " + all + Suggestion.of(all, commands);
    }
}
