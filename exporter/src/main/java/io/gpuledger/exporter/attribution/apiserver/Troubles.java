package io.gpuledger.exporter.attribution.apiserver;

import com.fasterxml.jackson.core.JacksonException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.FileSystemException;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/// What keeps us from what the API server knows, with what mends it.
final class Troubles {
    private Troubles() {}

    /// @param what was asked for, as RBAC calls it
    /// @param reason the server's own words
    static ApiServerException refused(int status, ApiServerSettings settings, String what, String reason) {
        var said = reason.isEmpty() ? Integer.toString(status) : status + ": " + reason;
        return new ApiServerException(
                status,
                switch (status) {
                    case 401 ->
                        "%s does not accept the token%s (%s): is it this cluster's, and of a service account that still exists?"
                                .formatted(
                                        server(settings),
                                        settings.token()
                                                .map(file -> " of " + file)
                                                .orElse(", as there is none"),
                                        said);
                    case 403 ->
                        "%s does not let us %s (%s): bind a ClusterRole with list and watch on it to the exporter's service account"
                                .formatted(server(settings), what, said);
                    case 404 -> "%s has no such thing as to %s (%s)".formatted(server(settings), what, said);
                    default -> "%s does not %s (%s)".formatted(server(settings), what, said);
                });
    }

    static String of(IOException e, ApiServerSettings settings) {
        return switch (e) {
            case ApiServerException refusal -> String.valueOf(refusal.getMessage());
            case FileSystemException file -> ofFile(file);
            case JacksonException _ -> "%s answers what is not to be read (%s)".formatted(server(settings), line(e));
            case SocketTimeoutException _ ->
                "%s does not answer: is its address right, and does a network policy let the exporter reach it?"
                        .formatted(server(settings));
            case SSLException _ -> ofTls(e, settings);
            case UnknownHostException _ ->
                "the name of %s cannot be resolved: outside of a pod its address has to be named, inside look at the cluster's DNS"
                        .formatted(server(settings));
            default -> "%s cannot be asked (%s)".formatted(server(settings), line(e));
        };
    }

    private static String ofFile(FileSystemException e) {
        return "cannot read %s (%s): the pod needs a service account, with automountServiceAccountToken not off"
                .formatted(e.getFile(), e.getClass().getSimpleName());
    }

    private static String ofTls(IOException e, ApiServerSettings settings) {
        var fix = line(e).contains("certification path")
                ? "its certificate is signed by none of those in %s: name the file of the cluster's authorities"
                        .formatted(settings.authorities().map(Object::toString).orElse("the JDK's own list"))
                : "is it the API server, and is its certificate for this name?";
        return "%s cannot be trusted (%s): %s".formatted(server(settings), line(e), fix);
    }

    /// The first that says anything, without the excerpts that come after it.
    private static String line(Throwable e) {
        return causes(e)
                .flatMap(cause -> Optional.ofNullable(cause.getMessage()).stream())
                .flatMap(String::lines)
                .findFirst()
                .orElse(e.getClass().getSimpleName());
    }

    private static Stream<Throwable> causes(Throwable e) {
        return Stream.iterate(
                        Optional.of(e),
                        Optional::isPresent,
                        cause -> cause.flatMap(c -> Optional.ofNullable(c.getCause())))
                .limit(10)
                .flatMap(Optional::stream);
    }

    private static String server(ApiServerSettings settings) {
        return "the API server at " + settings.server();
    }
}
