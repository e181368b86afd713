package io.gpuledger.service.settings;

import java.util.List;

/// A word that a program takes, or several that belong together, as `mail status`.
///
/// @param settings those that concern it; empty where all do
public record Command(String name, String description, List<Setting<?>> settings) {
    public Command {
        settings = List.copyOf(settings);
    }

    List<String> words() {
        return List.of(name.split(" ", -1));
    }

    /// Makes a command that all settings concern.
    public Command(String name, String description) {
        this(name, description, List.of());
    }
}
