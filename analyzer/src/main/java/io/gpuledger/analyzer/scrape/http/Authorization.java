package io.gpuledger.analyzer.scrape.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpuledger.analyzer.scrape.http.Credentials.Basic;
import io.gpuledger.analyzer.scrape.http.Credentials.Bearer;
import io.gpuledger.analyzer.scrape.http.Credentials.None;
import io.gpuledger.analyzer.scrape.http.FetchException.Failure;
import io.gpuledger.service.settings.SmallFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/// What stands in the `Authorization` header. Its file is read again once a second at most, as Kubernetes renews a
/// token every hour or so and swaps links above it: neither its time nor its inode would tell.
public final class Authorization {
    private static final long LOOK_NANOS = 1_000_000_000;

    /// A secret of these characters can stand in a header, and would not begin another one.
    private static final Pattern PRINTABLE = Pattern.compile("[ -~]+");

    private final Credentials credentials;
    private final LongSupplier nanos;
    private String value = "";
    private long readAt;

    public Authorization(Credentials credentials, LongSupplier nanos) {
        this.credentials = credentials;
        this.nanos = nanos;
        this.readAt = nanos.getAsLong() - LOOK_NANOS;
    }

    /// Returns the header with its end of line, which is empty where nothing is to be shown.
    String header() throws FetchException {
        var shown = value();
        return shown.isEmpty() ? "" : "Authorization: " + shown + "\r\n";
    }

    /// Returns the value of the header, which is empty where nothing is to be shown. Throws [FetchException] where
    /// the file does not do.
    public synchronized String value() throws FetchException {
        var now = nanos.getAsLong();
        if (now - readAt >= LOOK_NANOS) {
            value = read();
            readAt = now;
        }
        return value;
    }

    private String read() throws FetchException {
        return switch (credentials) {
            case None() -> "";
            case Basic(String user, Path file) -> "Basic " + base64(user + ":" + secret(file));
            case Bearer(Path file) -> "Bearer " + printable(file, secret(file));
        };
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }

    private static String secret(Path file) throws FetchException {
        try {
            return SmallFile.read(file).strip();
        } catch (IOException e) {
            throw new FetchException(Failure.CREDENTIALS, "cannot read " + file + ": " + SmallFile.why(e), e);
        }
    }

    private static String printable(Path file, String token) throws FetchException {
        if (!PRINTABLE.matcher(token).matches()) {
            throw new FetchException(Failure.CREDENTIALS, file + " must hold a token in one line of ASCII");
        }
        return token;
    }
}
