package io.gpuledger.service.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;

/// The command line: its flags, and its help.
final class Flags {
    private static final String HELP = "--help";
    private static final String VERSION = "--version";

    /// This is what stood on a command line.
    ///
    /// @param words what is no flag, nor a flag's value
    record Parsed(
            boolean help, boolean version, Map<Setting<?>, Flag> flags, List<String> words, List<String> problems) {}

    record Flag(String name, String text) {}

    private final Declaration declaration;
    private final Collection<Setting<?>> settings;
    private final CommandLine commandLine;

    Flags(Declaration declaration) {
        this.declaration = declaration;
        this.settings = declaration.settings();
        this.commandLine = commandLine(Optional.empty());
    }

    private CommandLine commandLine(Optional<Command> about) {
        var spec = CommandSpec.create().name(declaration.program());
        spec.parser()
                .collectErrors(true)
                .unmatchedArgumentsAllowed(true)
                // A flag without its value must not swallow the flag behind it.
                .unmatchedOptionsAllowedAsOptionParameters(false);
        spec.usageMessage()
                .width(100)
                .sortOptions(false)
                .description(about.map(command -> new String[] {escaped(command.description())})
                        .orElseGet(this::description))
                .customSynopsis(about.map(command -> "%s %s [OPTION]...".formatted(spec.name(), command.name()))
                        .orElseGet(this::synopsis));
        settings.forEach(setting -> spec.addOption(option(
                setting, about.map(one -> declaration.concerns(setting, one)).orElse(true))));
        spec.addOption(OptionSpec.builder(HELP, "-h")
                .description(
                        declaration.commands().isEmpty()
                                ? "Prints this, and ends."
                                : "Prints this, or what concerns the command that is named, and ends.")
                .usageHelp(true)
                .build());
        spec.addOption(OptionSpec.builder(VERSION, "-V", "-v")
                .description("Prints the version, and ends.")
                .versionHelp(true)
                .build());
        return new CommandLine(spec).setExpandAtFiles(false);
    }

    private String synopsis() {
        var words = declaration.words();
        return declaration.program() + " [OPTION]..." + (words.isEmpty() ? "" : " [" + String.join("|", words) + "]");
    }

    /// What it is, and what it can be told to do, first what it does without being told.
    private String[] description() {
        var lines = new ArrayList<String>();
        lines.add(declaration.description());
        for (var command : declaration.commands()) {
            lines.add("  %s%s: %s"
                    .formatted(command.name(), lines.size() == 1 ? " (the default)" : "", command.description()));
        }
        return lines.stream().map(Flags::escaped).toArray(String[]::new);
    }

    private OptionSpec option(Setting<?> setting, boolean isShown) {
        var sources = "Environment: " + String.join(", ", setting.variables(declaration.prefix())) + ".";
        var fallback = setting.fallback().map(text -> " Default: " + text + ".").orElse("");
        return OptionSpec.builder(setting.flags().toArray(String[]::new))
                .type(setting.isSeveral() ? String[].class : String.class)
                .paramLabel(setting.placeholder())
                .hidden(setting.isForeign() || !isShown)
                .description(escaped(setting.description() + fallback + " " + sources))
                .build();
    }

    /// Descriptions are format strings to picocli.
    private static String escaped(String text) {
        return text.replace("%", "%%");
    }

    /// Returns the help of the program, or of one command with what concerns it.
    String help(Optional<Command> about) {
        return commandLine(about).getUsageMessage();
    }

    Parsed parse(String... args) {
        var spelled = spelled(args);
        var result = commandLine.parseArgs(spelled);
        var flags = new LinkedHashMap<Setting<?>, Flag>();
        for (var setting : settings) {
            var own = setting.flags().getFirst();
            if (result.hasMatchedOption(own)) {
                flags.put(setting, new Flag(asWritten(setting, spelled), text(setting, result.matchedOption(own))));
            }
        }
        var problems = new ArrayList<String>();
        result.errors().forEach(error -> problems.add(String.valueOf(error.getMessage())));
        var words = unmatched(result.unmatched(), problems);
        // A flag without its value takes the one behind it along, whose value is left over as a word.
        var incomplete = result.errors().stream().anyMatch(error -> !(error instanceof OverwrittenOptionException));
        return new Parsed(
                result.hasMatchedOption(HELP),
                result.hasMatchedOption(VERSION),
                flags,
                incomplete ? List.of() : words,
                List.copyOf(problems));
    }

    private static String text(Setting<?> setting, OptionSpec option) {
        return setting.isSeveral() ? String.join(",", option.originalStringValues()) : option.getValue();
    }

    /// The arguments as they are declared: programs in Go, in whose place one of ours may be started, take one dash for
    /// two and two for one; and a flag that is on or off does not take the word behind it.
    private String[] spelled(String... args) {
        return Stream.of(args).map(this::spelled).toArray(String[]::new);
    }

    private String spelled(String argument) {
        if (!argument.startsWith("-")) {
            return argument;
        }
        var parts = argument.split("=", 2);
        var bare = parts[0].replaceFirst("^--?", "");
        if (HELP.equals("--" + bare) || VERSION.equals("--" + bare)) {
            return "--" + bare;
        }
        var setting = settings.stream()
                .filter(known ->
                        known.flags().contains("--" + bare) || known.flags().contains("-" + bare))
                .findFirst();
        var name = setting.map(known -> known.flags().contains(parts[0]) ? parts[0] : otherDashes(parts[0]))
                .orElse(parts[0]);
        var value = parts.length > 1 ? "=" + parts[1] : "";
        return name + (value.isEmpty() && setting.filter(Setting::isOnOff).isPresent() ? "=true" : value);
    }

    private static String otherDashes(String flag) {
        return flag.startsWith("--") ? flag.substring(1) : "-" + flag;
    }

    private static String asWritten(Setting<?> setting, String... args) {
        return setting.flags().stream()
                .filter(flag -> Stream.of(args).anyMatch(arg -> arg.equals(flag) || arg.startsWith(flag + "=")))
                .findFirst()
                .orElse(setting.flags().getFirst());
    }

    /// Words that no flag took. An unknown flag takes the word behind it, which is not worth a complaint of its own.
    private List<String> unmatched(List<String> arguments, List<String> problems) {
        var known = Stream.concat(
                        settings.stream().flatMap(setting -> setting.flags().stream()), Stream.of(HELP, VERSION))
                .toList();
        var words = new ArrayList<String>();
        var afterUnknown = false;
        for (var argument : arguments) {
            if (argument.startsWith("-")) {
                var name = argument.split("=", 2)[0];
                problems.add("unknown flag " + name + Suggestion.of(name, known));
                afterUnknown = !argument.contains("=");
            } else {
                if (!afterUnknown) {
                    words.add(argument);
                }
                afterUnknown = false;
            }
        }
        return words;
    }
}
