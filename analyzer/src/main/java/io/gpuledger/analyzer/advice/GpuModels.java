package io.gpuledger.analyzer.advice;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The models of GPUs of which enough is known to tell whether one does another's work. A model is found by the
/// words of its name, such as `NVIDIA A100-SXM4-40GB`. What is not in the table is not advised and not
/// replaced.
final class GpuModels {
    private static final Pattern BLANKS = Pattern.compile(" +");
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^A-Za-z0-9]+");
    private static final List<GpuModel> ALL = read();

    private GpuModels() {}

    /// Returns the model of which the name has all words, and of several the one with the most.
    static Optional<GpuModel> of(String name) {
        var words = Set.copyOf(words(name));
        return ALL.stream()
                .filter(model -> words.containsAll(model.words()))
                .reduce((one, other) -> other.words().size() > one.words().size() ? other : one);
    }

    static List<GpuModel> all() {
        return ALL;
    }

    private static List<String> words(String name) {
        return Stream.of(BETWEEN_WORDS.split(name.toUpperCase(Locale.ROOT), -1))
                .distinct()
                .toList();
    }

    private static List<GpuModel> read() {
        try (InputStream table = GpuModels.class.getResourceAsStream("gpu-models.table")) {
            if (table == null) {
                throw new IllegalStateException("no table of GPU models");
            }
            return new String(table.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#") && !line.isBlank())
                    .flatMap(GpuModels::models)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Returns the models of a line: one for each of the names that it has.
    private static Stream<GpuModel> models(String line) {
        var parts = BLANKS.split(line, -1);
        return Arrays.stream(parts[0].split("\\|", -1))
                .map(name -> new GpuModel(
                        words(name),
                        Double.parseDouble(parts[1]),
                        Double.parseDouble(parts[2]),
                        Double.parseDouble(parts[3]),
                        parts[4],
                        GpuModel.Format.valueOf(parts[5].toUpperCase(Locale.ROOT)),
                        profiles(parts[6])));
    }

    private static List<MigProfile> profiles(String text) {
        return text.equals("-")
                ? List.of()
                : Arrays.stream(text.split(",", -1))
                        .map(profile -> profile.split(":", -1))
                        .map(parts -> new MigProfile(parts[0], Integer.parseInt(parts[1]), Integer.parseInt(parts[2])))
                        .toList();
    }
}
