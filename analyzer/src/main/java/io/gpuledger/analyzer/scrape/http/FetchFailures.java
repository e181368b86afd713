package io.gpuledger.analyzer.scrape.http;

import io.gpuledger.analyzer.scrape.http.FetchException.Failure;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.zip.ZipException;
import javax.net.ssl.SSLException;

/// Finds words for a person for what went wrong in the network.
final class FetchFailures {
    private FetchFailures() {}

    /// @param otherwise what it is where the exception does not say
    static FetchException of(IOException e, Failure otherwise, Url url) {
        return switch (e) {
            case SocketTimeoutException _ -> new FetchException(Failure.TIMEOUT, late(e, otherwise, url), e);
            case TooLongException _ -> new FetchException(Failure.BODY_LIMIT, line(e), e);
            case BadAnswerException _, EOFException _, ZipException _ ->
                new FetchException(Failure.BAD_ANSWER, line(e), e);
            case SSLException _ -> new FetchException(Failure.TLS, untrusted(e, url), e);
            case UnknownHostException _ -> new FetchException(Failure.CONNECT, line(e), e);
            case ConnectException _ ->
                new FetchException(
                        Failure.CONNECT,
                        "cannot connect to %s (%s): does an exporter listen there?".formatted(url.authority(), line(e)),
                        e);
            default -> new FetchException(otherwise, line(e), e);
        };
    }

    private static String late(IOException e, Failure doing, Url url) {
        return switch (doing) {
            case CONNECT -> "no connection to %s in time (%s)".formatted(url.authority(), line(e));
            case TLS -> "no handshake with %s in time".formatted(url.authority());
            default -> "no whole answer in time (%s)".formatted(line(e));
        };
    }

    private static String untrusted(IOException e, Url url) {
        var said = line(e);
        if (said.contains("certification path")) {
            return "the certificate of %s is signed by nobody whom we trust (%s): name its authorities"
                    .formatted(url.authority(), said);
        }
        if (said.contains("unrecognized SSL message")) {
            return "%s does not speak TLS: is its scheme http?".formatted(url.authority());
        }
        return "no TLS with %s: %s".formatted(url.authority(), said);
    }

    private static String line(Throwable e) {
        return Optional.ofNullable(e.getMessage())
                .flatMap(message -> message.lines().findFirst())
                .orElse("the network gives no reason");
    }
}
