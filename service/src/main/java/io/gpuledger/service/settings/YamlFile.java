package io.gpuledger.service.settings;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;

/// This is a YAML file that somebody wrote by hand.
public final class YamlFile {
    /// More levels than a file of ours can need, and few enough for the composer, which calls itself for each.
    private static final int LEVELS_MAX = 10;

    private YamlFile() {}

    /// The root of what the file holds; nothing where it holds nothing.
    public static Optional<YamlNode> read(Path path) throws CannotReadYamlException {
        // A key that is no word is refused by us, who know its line.
        var yaml = LoadSettings.builder()
                .setLabel(path.toString())
                .setAllowNonScalarKeys(true)
                .build();
        try {
            var text = SmallFile.read(path);
            if (isDeep(yaml, text)) {
                throw new CannotReadYamlException(
                        path + " must hold `key: value` lines, not " + LEVELS_MAX + " levels and more");
            }
            return new Compose(yaml)
                    .composeString(text)
                    .filter(root -> !root.getTag().equals(Tag.NULL))
                    .map(root -> new YamlNode(path, root));
        } catch (IOException e) {
            throw new CannotReadYamlException("cannot read " + path + ": " + SmallFile.why(e), e);
        } catch (YamlEngineException e) {
            throw new CannotReadYamlException(path + " is not YAML: " + e.getMessage());
        }
    }

    private static boolean isDeep(LoadSettings yaml, String text) {
        var levels = 0;
        for (var event : new Parse(yaml).parseString(text)) {
            levels += event instanceof CollectionStartEvent ? 1 : 0;
            levels -= event instanceof CollectionEndEvent ? 1 : 0;
            if (levels >= LEVELS_MAX) {
                return true;
            }
        }
        return false;
    }
}
