package io.gpuledger.service.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/// Writes a page of a few words. Its style stands in it, as programs show it too that serve no style sheet.
public final class PlainPage {
    private static final String STYLE = """

        :root { color-scheme: light dark }
        body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem }
        td { padding: .2rem 1.5rem .2rem 0 }
        """;

    private PlainPage() {}

    /// Returns by what a `Content-Security-Policy` lets the style of these pages through, and no other
    /// (https://www.w3.org/TR/CSP3/#match-element-to-source-list).
    public static String styleSource() {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(STYLE.getBytes(StandardCharsets.UTF_8));
            return "'sha256-%s'".formatted(Base64.getEncoder().encodeToString(hash));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /// @param html what stands below the title
    static String of(String title, String html) {
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
            <title>%1$s</title>
            <style>%3$s</style></head>
            <body><h1>%1$s</h1>
            %2$s</body>
            </html>
            """.formatted(escaped(title), html, STYLE);
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
