package io.gpuledger.service.settings;

import java.util.List;
import java.util.Locale;

/// What a program answers to.
///
/// @param commands the words it takes, the first when none is given; empty when it does only one thing
public record Declaration(String program, String description, List<String> commands, List<Setting<?>> settings) {
    public Declaration {
        commands = List.copyOf(commands);
        settings = List.copyOf(settings);
    }

    /// What its environment variables begin with.
    public String prefix() {
        return program.toUpperCase(Locale.ROOT).replace('-', '_') + "_";
    }
}
