package io.gpuledger.analyzer.mail;

import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.CannotReadYamlException;
import io.gpuledger.service.settings.YamlFile;
import io.gpuledger.service.settings.YamlNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A file that names the addresses of teams. A team with an empty list gets no letters.
///
///     vision: [vision-leads@example.org, cost@example.org]
///     speech: speech@example.org
///
/// @param addresses as they are written, by team: one that is none is no reason not to write to the others
public record TeamsFile(Map<String, List<String>> addresses) {
    public static final TeamsFile NONE = new TeamsFile(Map.of());

    public TeamsFile {
        addresses = Map.copyOf(addresses);
    }

    /// Throws [BadSettingsException] with all that is wrong with it.
    public static TeamsFile read(Path file) {
        var problems = new ArrayList<String>();
        var addresses = new HashMap<String, List<String>>();
        try {
            YamlFile.read(file)
                    .ifPresent(root -> root.entries(problems)
                            .ifPresentOrElse(
                                    teams -> teams.forEach(
                                            (team, entry) -> addresses.put(team, addresses(team, entry, problems))),
                                    () -> problems.add(root.line() + ": must hold lines of `team: [address, ...]`")));
        } catch (CannotReadYamlException e) {
            problems.add("mail-teams-file: " + e.getMessage());
        }
        if (!problems.isEmpty()) {
            throw new BadSettingsException(problems);
        }
        return new TeamsFile(addresses);
    }

    private static List<String> addresses(String team, YamlNode.Entry entry, List<String> problems) {
        var words = new ArrayList<String>();
        for (var item : entry.value().items()) {
            item.word()
                    .ifPresentOrElse(
                            words::add,
                            () -> problems.add(
                                    "%s: `%s` must have an address or a list of them".formatted(entry.line(), team)));
        }
        return words.stream().filter(word -> !word.isBlank()).toList();
    }

    Optional<List<String>> of(String team) {
        return Optional.ofNullable(addresses.get(team));
    }
}
