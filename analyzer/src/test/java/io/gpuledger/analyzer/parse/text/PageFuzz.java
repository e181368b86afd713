package io.gpuledger.analyzer.parse.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.parse.RoutedSamples;
import io.gpuledger.analyzer.parse.RoutedSamples.Problem;
import io.gpuledger.analyzer.parse.SeriesRouter;
import io.gpuledger.gate.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/// Has readers read pages that change in all sorts of ways from one time to the next, and holds what they find against
/// what [PlainParser] finds.
///
/// It can be started by hand too, with the class path of the tests: `PageFuzz COUNT [SEED]`.
final class PageFuzz {
    private static final int READS = 8;
    private static final PageLimits TIGHT = new PageLimits(12, 5, 12, 20, 150, 1 << 20);

    private static final List<String> PIECES = List.of(
            "{",
            "}",
            "\"",
            "\\",
            "\n",
            "\r\n",
            " ",
            "\t",
            ",",
            "=",
            "#",
            "# EOF\n",
            "# EOF",
            " # {a=\"b\"} 1 2",
            " 17",
            " 1.5",
            " -1",
            "NaN",
            "+Inf",
            "-inf",
            "1e",
            "1e5",
            "0x1p4",
            "_",
            "1_0",
            "é",
            "\u0000",
            "\ufffd",
            "a{} 1\n",
            "a 1\n",
            "{\"a.b\",c=\"d\",} 2\n",
            "a{b=\"c\" } 3 4\n",
            "# HELP a b\n",
            "0.30000000000000004",
            "123456789012345678901",
            "9223372036854775808",
            "\"x\"",
            "{\"",
            "\"}",
            "1e400",
            "4.9e-324",
            "a {b=\"}\"} 1",
            ".5",
            "5.",
            "\n\n");

    private final SplittableRandom random;
    private final List<byte[]> pages;
    private final PageFormat format;
    private final PageLimits limits;
    private final NumberedSeries numbered;
    private final PageReader reader;
    private final RoutedSamples samples = new RoutedSamples();

    private PageFuzz(long seed, List<byte[]> pages) {
        random = new SplittableRandom(seed);
        this.pages = pages;
        format = random.nextBoolean() ? PageFormat.PROMETHEUS : PageFormat.OPENMETRICS;
        limits = random.nextInt(4) == 0 ? TIGHT : PageLimits.USUAL;
        var every = random.nextInt(2, 9);
        numbered = new NumberedSeries(name -> name.hashCode() % every == 0);
        reader = new PageReader(SeriesRouter.to(numbered), limits, new Interner(random.nextInt(1, 20_000)));
        run(name -> name.hashCode() % every == 0);
    }

    public static void main(String[] arguments) {
        var count = Integer.parseInt(arguments[0]);
        var seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : System.nanoTime();
        run(count, seed);
        System.out.printf("%,d readers, %,d pages, none read wrongly; seed %d%n", count, count * (long) READS, seed);
    }

    static void run(int count, long seed) {
        var pages = golden();
        for (var i = 0; i < count; i++) {
            new PageFuzz(seed + i, i % 3 == 0 ? pages : madeUp(new SplittableRandom(~seed - i)));
        }
    }

    /// Returns the pages in the exporter's golden files.
    static List<byte[]> golden() {
        var folder = Repository.root().resolve("exporter/src/test/resources/golden/pages");
        try (var files = Files.list(folder)) {
            return files.sorted()
                    .map(file -> Repository.read(file).getBytes(UTF_8))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<byte[]> madeUp(SplittableRandom random) {
        return List.of(MadeUpPage.of(random), MadeUpPage.of(random));
    }

    private void run(Predicate<String> isIgnored) {
        var page = window(pages.get(random.nextInt(pages.size())));
        for (var i = 0; i < READS; i++) {
            compare(page, isIgnored);
            page = random.nextInt(4) == 0 ? page : changed(page);
        }
    }

    private void compare(byte[] page, Predicate<String> isIgnored) {
        var expected = new PlainParser(format, limits, isIgnored).parse(page);
        var padded = new byte[page.length + random.nextInt(3)];
        System.arraycopy(page, 0, padded, 0, page.length);
        reader.read(padded, page.length, format, samples);
        assertThat(samples.shown().stream().map(Problem::position))
                .as(() -> "%s %s\n%s\n%s".formatted(format, limits, samples.shown(), new String(page, ISO_8859_1)))
                .isEqualTo(expected.problems().stream().limit(5).toList());
        assertThat(numbered.told(samples.of(0)))
                .as(() -> "%s\n%s".formatted(format, new String(page, ISO_8859_1)))
                .isEqualTo(expected.samples());
        assertThat(samples.problems())
                .as(() -> "%s %s\n%s".formatted(format, limits, new String(page, ISO_8859_1)))
                .isEqualTo(expected.problems().size());
        assertThat(samples.ignored())
                .as(() -> "%s %s\n%s".formatted(format, limits, new String(page, ISO_8859_1)))
                .isEqualTo(expected.ignored());
    }

    /// A part of a large page, so that many may be read.
    private byte[] window(byte[] page) {
        var lines = lines(page);
        var count = random.nextInt(1, 60);
        var from = random.nextInt(Math.max(1, lines.size() - count));
        return joined(lines.subList(from, Math.min(lines.size(), from + count)));
    }

    private byte[] changed(byte[] page) {
        var changed = page;
        for (var i = random.nextInt(1, 4); i > 0; i--) {
            changed = random.nextBoolean() ? changedLines(changed) : changedBytes(changed);
        }
        return changed;
    }

    private byte[] changedLines(byte[] page) {
        var lines = lines(page);
        if (lines.isEmpty()) {
            return "a 1\n".getBytes(UTF_8);
        }
        var one = random.nextInt(lines.size());
        var other = random.nextInt(lines.size());
        switch (random.nextInt(5)) {
            case 0 -> lines.remove(one);
            case 1 -> lines.add(one, lines.get(other));
            case 2 -> lines.set(one, lines.set(other, lines.get(one)));
            case 3 -> lines.addAll(one, lines(window(pages.get(random.nextInt(pages.size())))));
            default -> lines.subList(Math.min(one, other), Math.max(one, other)).clear();
        }
        return joined(lines);
    }

    private byte[] changedBytes(byte[] page) {
        if (page.length == 0) {
            return page;
        }
        var at = random.nextInt(page.length);
        return switch (random.nextInt(5)) {
            case 0 -> flipped(page, at);
            case 1 -> Arrays.copyOf(page, at);
            case 2 -> spliced(page, at, 0, PIECES.get(random.nextInt(PIECES.size())));
            case 3 ->
                spliced(
                        page,
                        at,
                        Math.min(random.nextInt(6), page.length - at),
                        PIECES.get(random.nextInt(PIECES.size())));
            default -> spliced(page, valueAt(page, at), 0, Integer.toString(random.nextInt(100)));
        };
    }

    private byte[] flipped(byte[] page, int at) {
        var flipped = page.clone();
        flipped[at] ^= (byte) (1 << random.nextInt(8));
        return flipped;
    }

    private static int valueAt(byte[] page, int from) {
        var at = from;
        while (at < page.length && page[at] != '\n') {
            at++;
        }
        return at;
    }

    private static byte[] spliced(byte[] page, int at, int without, String piece) {
        var text = new String(page, ISO_8859_1);
        var bytes = new String(piece.getBytes(UTF_8), ISO_8859_1);
        return (text.substring(0, at) + bytes + text.substring(at + without)).getBytes(ISO_8859_1);
    }

    private static List<String> lines(byte[] page) {
        return new ArrayList<>(new String(page, ISO_8859_1).lines().toList());
    }

    private static byte[] joined(List<String> lines) {
        return (String.join("\n", lines) + "\n").getBytes(ISO_8859_1);
    }
}
