package io.gpuledger.gate;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Golden text stands in one of these places.
sealed interface GoldenPlace {
    /// Returns nothing where there is no such place.
    Optional<String> read();

    void write(String text);

    /// The text as it can stand here.
    String shape(String text);

    /// Returns what is said when [#read] gave nothing.
    String absence();

    record WholeFile(Path file) implements GoldenPlace {
        @Override
        public Optional<String> read() {
            return Files.exists(file) ? Optional.of(Repository.read(file)) : Optional.empty();
        }

        @Override
        public void write(String text) {
            Repository.write(file, text);
        }

        @Override
        public String shape(String text) {
            return text;
        }

        @Override
        public String absence() {
            return file + " does not exist.";
        }

        @Override
        public String toString() {
            return file.toString();
        }
    }

    record Section(Path document, String name) implements GoldenPlace {
        @Override
        public Optional<String> read() {
            return find().map(found -> found.group(1));
        }

        @Override
        public void write(String text) {
            var found = find().orElseThrow(() -> new AssertionError(absence()));
            var changed = new StringBuilder(Repository.read(document)).replace(found.start(1), found.end(1), text);
            Repository.write(document, changed.toString());
        }

        /// A section is made of whole lines.
        @Override
        public String shape(String text) {
            return text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
        }

        @Override
        public String absence() {
            return "%s has no lines <!-- %s --> and <!-- /%s --> for the section to stand between."
                    .formatted(document, name, name);
        }

        @Override
        public String toString() {
            return document + ", section " + name;
        }

        private Optional<MatchResult> find() {
            var lines = Pattern.compile("(?ms)^<!-- %1$s -->\n(.*?)^<!-- /%1$s -->$".formatted(Pattern.quote(name)));
            return new WholeFile(document)
                    .read()
                    .flatMap(text -> lines.matcher(text).results().findFirst());
        }
    }
}
