package io.gpuledger.service.settings;

import java.util.List;

/// A word that a program takes.
///
/// @param settings those that concern it; empty where all do
public record Command(String name, String description, List<Setting<?>> settings) {
    public Command {
        settings = List.copyOf(settings);
    }

    /// Makes a command that all settings concern.
    public Command(String name, String description) {
        this(name, description, List.of());
    }
}
