package io.gpuledger.exporter.doubles;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A double is a copy of the library in a folder of its own, and the script that it follows. What a test says last of a
/// key is true; the library reads it before its next call.
public final class LibraryDouble {
    private final Path library;
    private final Map<String, String> lines = new LinkedHashMap<>();

    private LibraryDouble(Path library) {
        this.library = library;
    }

    /// Makes a double of libnvidia-ml.so.1.
    public static LibraryDouble ofNvml(Path folder) throws IOException, InterruptedException {
        return of("fake_nvml.c", folder.resolve("libnvidia-ml.so.1"));
    }

    /// Makes a double of libdcgm.so.4.
    public static LibraryDouble ofDcgm(Path folder) throws IOException, InterruptedException {
        return of("fake_dcgm.c", folder.resolve("libdcgm.so.4"));
    }

    private static LibraryDouble of(String source, Path library) throws IOException, InterruptedException {
        Files.createDirectories(library.toAbsolutePath().getParent());
        Files.copy(CompiledSource.library(source), library, StandardCopyOption.REPLACE_EXISTING);
        var made = new LibraryDouble(library.toAbsolutePath());
        made.write();
        return made;
    }

    public Path library() {
        return library;
    }

    /// Takes in many lines of `SCOPE KEY VALUE` at once.
    public LibraryDouble says(String script) {
        synchronized (lines) {
            script.lines().map(String::strip).filter(line -> !line.isEmpty()).forEach(line -> {
                var scopeEnd = line.indexOf(' ');
                var keyEnd = line.indexOf(' ', scopeEnd + 1);
                lines.put(
                        line.substring(0, keyEnd < 0 ? line.length() : keyEnd),
                        keyEnd < 0 ? "" : line.substring(keyEnd + 1));
            });
            write();
        }
        return this;
    }

    public LibraryDouble says(String scope, String key, String value) {
        synchronized (lines) {
            lines.put(scope + " " + key, value);
            write();
        }
        return this;
    }

    /// Takes back what was said of the key, as if it had never been said.
    public LibraryDouble forgets(String scope, String key) {
        synchronized (lines) {
            lines.remove(scope + " " + key);
            write();
        }
        return this;
    }

    public LibraryDouble forgetsAll() {
        synchronized (lines) {
            lines.clear();
            write();
        }
        return this;
    }

    private void write() {
        var text = new ArrayList<String>();
        lines.forEach((key, value) -> text.add(key + " " + value));
        try {
            var fresh = library.resolveSibling("script.new");
            Files.write(fresh, text, StandardCharsets.UTF_8);
            Files.move(
                    fresh,
                    library.resolveSibling("script.txt"),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public CallLog calls() {
        return new CallLog(library);
    }

    /// Takes symbols out of the library, as an older one does not have them.
    public LibraryDouble without(List<String> symbols) throws IOException {
        var bytes = Files.readAllBytes(library);
        for (var symbol : symbols) {
            rename(bytes, symbol);
        }
        Files.write(library, bytes);
        return this;
    }

    /// Renames the symbol in each table of names, so that a look-up compares it with another one.
    private static void rename(byte[] bytes, String symbol) {
        var name = ("\0" + symbol + "\0").getBytes(StandardCharsets.US_ASCII);
        for (var at = 0; at + name.length <= bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + name.length, name, 0, name.length)) {
                bytes[at + 1] = '_';
            }
        }
    }
}
