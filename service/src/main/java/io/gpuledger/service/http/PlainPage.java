package io.gpuledger.service.http;

/// A page of a few words.
final class PlainPage {
    private PlainPage() {}

    /// @param html what stands below the title
    static String of(String title, String html) {
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><title>%1$s</title>
            <style>
            body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem }
            td { padding: .2rem 1.5rem .2rem 0 }
            </style></head>
            <body><h1>%1$s</h1>
            %2$s</body>
            </html>
            """.formatted(escaped(title), html);
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
