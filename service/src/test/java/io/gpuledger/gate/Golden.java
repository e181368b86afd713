package io.gpuledger.gate;

import java.nio.file.Path;
import java.util.List;
import org.assertj.core.util.diff.DiffUtils;

/// Text that stands in the repository and that the code can print. `mvn verify -Dupdate` rewrites it.
public final class Golden {
    private static final int CONTEXT_LINES = 3;

    private final GoldenPlace place;
    private final boolean update;

    Golden(GoldenPlace place, boolean update) {
        this.place = place;
        this.update = update;
    }

    /// Names a whole file under the src/test/resources of the module whose tests run.
    public static Golden file(String name) {
        return new Golden(new GoldenPlace.WholeFile(Path.of("src/test/resources", name)), updating());
    }

    /// A whole file anywhere in the repository, such as one that users take as it is.
    ///
    /// @param file relative to the root of the repository
    public static Golden document(Path file) {
        return new Golden(new GoldenPlace.WholeFile(Repository.root().resolve(file)), updating());
    }

    /// What stands between the lines `<!-- name -->` and `<!-- /name -->` of a document.
    ///
    /// @param markdownFile relative to the root of the repository
    public static Golden section(Path markdownFile, String name) {
        return new Golden(new GoldenPlace.Section(Repository.root().resolve(markdownFile), name), updating());
    }

    /// Whether this run rewrites what it would refuse.
    static boolean updating() {
        return !System.getProperty("update", "false").equals("false");
    }

    public void matches(String actual) {
        var text = place.shape(actual);
        var expected = place.read();
        if (expected.filter(text::equals).isPresent()) {
            return;
        }
        if (!update) {
            throw new AssertionError(expected.map(was -> difference(was, text)).orElseGet(place::absence)
                    + "\nRun with -Dupdate, and look at the diff.");
        }
        place.write(text);
    }

    /// The lines taken away stand in the repository, the lines added are what the code prints.
    private String difference(String expected, String actual) {
        var before = lines(expected);
        var patch = DiffUtils.diff(before, lines(actual));
        var diff = DiffUtils.generateUnifiedDiff(place.toString(), "printed", before, patch, CONTEXT_LINES);
        return place + " is not what the code prints:\n" + String.join("\n", diff);
    }

    /// Returns the lines with the last, empty one: whether a text ends its last line is a difference too.
    private static List<String> lines(String text) {
        return List.of(text.split("\n", -1));
    }
}
