package io.gpuledger.analyzer.web.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// A file that all pages load: the style sheet, or a script. Its address has its hash, so that a browser may keep it
/// for good, and loads another one after an update.
///
/// @param path where it is, without the slash at its begin
/// @param hash a few digits of what it holds
public record Asset(String path, String mediaType, String text, String hash) {
    /// This parameter of an address says which version is asked for.
    public static final String VERSION = "v";

    private static final int DIGITS = 12;
    private static final String SCRIPT = "text/javascript; charset=utf-8";

    static final Asset STYLE = of("page.css", "text/css; charset=utf-8");
    static final List<Asset> SCRIPTS =
            List.of(of("page.js", SCRIPT), of("timeline.js", SCRIPT), of("fleet.js", SCRIPT));
    public static final List<Asset> ALL =
            Stream.concat(Stream.of(STYLE), SCRIPTS.stream()).toList();

    private static Asset of(String name, String mediaType) {
        try (var file = Objects.requireNonNull(Asset.class.getResourceAsStream(name))) {
            var bytes = file.readAllBytes();
            var digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return new Asset(
                    "assets/" + name,
                    mediaType,
                    new String(bytes, StandardCharsets.UTF_8),
                    HexFormat.of().formatHex(digest).substring(0, DIGITS));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java has SHA-256", e);
        }
    }

    String address() {
        return "%s?%s=%s".formatted(path, VERSION, hash);
    }
}
