package io.gpuledger.exporter.benchmark;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/// The first lines of an answer: its status and its headers.
record AnswerHead(String text) {
    private static final String VERSION = "HTTP/1.1 ";

    AnswerHead {
        if (!text.startsWith(VERSION)) {
            throw new IllegalArgumentException("no answer begins like this: " + text);
        }
    }

    int status() {
        return Integer.parseInt(text, VERSION.length(), VERSION.length() + 3, 10);
    }

    Optional<String> header(String name) {
        var start = name.toLowerCase(Locale.ROOT) + ":";
        return text.lines()
                .filter(line -> line.regionMatches(true, 0, start, 0, start.length()))
                .findFirst()
                .map(line -> line.substring(start.length()).strip());
    }

    boolean chunked() {
        return header("transfer-encoding").filter("chunked"::equals).isPresent();
    }

    boolean compressed() {
        return header("content-encoding").filter("gzip"::equals).isPresent();
    }

    int contentLength() throws IOException {
        var length = header("content-length").orElseThrow(() -> new IOException("an answer without length: " + text));
        return Integer.parseInt(length);
    }
}
