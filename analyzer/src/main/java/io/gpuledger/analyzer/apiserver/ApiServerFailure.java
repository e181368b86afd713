package io.gpuledger.analyzer.apiserver;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.http.HttpTimeoutException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Why the API server gave nothing.
///
/// @param code of its answer; 0 where there was none
/// @param words its own, or the network's
public record ApiServerFailure(int code, String words) {
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int CAUSES_MAX = 10;
    private static final String NO_REASON = "the client gives no reason";

    static ApiServerFailure of(Throwable e) {
        return new ApiServerFailure(code(e), said(e).or(() -> below(e)).orElse(NO_REASON));
    }

    /// Returns whether the API server answered that it has no such thing.
    public static boolean isAbsence(Throwable e) {
        return code(e) == HttpURLConnection.HTTP_NOT_FOUND;
    }

    public static boolean isRefusal(Throwable e) {
        return code(e) == HttpURLConnection.HTTP_FORBIDDEN;
    }

    /// Whether it was there and meant it. What answers in its place while it is away is not it.
    boolean isAnswer() {
        return code >= HttpURLConnection.HTTP_BAD_REQUEST
                && code < HttpURLConnection.HTTP_INTERNAL_ERROR
                && code != TOO_MANY_REQUESTS;
    }

    /// What may mend the failure; it follows the words that name it.
    String remedy() {
        return switch (code) {
            case HttpURLConnection.HTTP_UNAUTHORIZED ->
                ": is the token of this cluster, and of a service account that still exists?";
            case HttpURLConnection.HTTP_FORBIDDEN ->
                ": bind a role with list and watch on them to the service account.";
            default -> ".";
        };
    }

    private static int code(Throwable e) {
        return clientExceptions(e)
                .map(KubernetesClientException::getCode)
                .filter(code -> code > 0)
                .findFirst()
                .orElse(0);
    }

    private static Optional<String> said(Throwable e) {
        return clientExceptions(e)
                .flatMap(refused -> Stream.ofNullable(refused.getStatus()))
                .map(Status::getMessage)
                .flatMap(Stream::ofNullable)
                .filter(Predicate.not(String::isBlank))
                .findFirst();
    }

    private static Stream<KubernetesClientException> clientExceptions(Throwable e) {
        return causes(e).filter(KubernetesClientException.class::isInstance).map(KubernetesClientException.class::cast);
    }

    /// The client's own say no more than what was tried. Of the network's the deepest that says anything does, or else
    /// what the first of them is says what happened.
    private static Optional<String> below(Throwable e) {
        var network = causes(e)
                .filter(Predicate.not(KubernetesClientException.class::isInstance))
                .toList();
        return network.reversed().stream()
                .flatMap(cause -> Stream.ofNullable(cause.getMessage()))
                .flatMap(String::lines)
                .findFirst()
                .or(() -> network.stream().findFirst().map(ApiServerFailure::wordless));
    }

    private static String wordless(Throwable e) {
        return switch (e) {
            case TimeoutException _, HttpTimeoutException _ -> "it took too long";
            case ConnectException _ -> "no connection came about";
            case IOException _ -> "the connection broke";
            default -> NO_REASON;
        };
    }

    private static Stream<Throwable> causes(Throwable e) {
        return Stream.iterate(
                        Optional.of(e),
                        Optional::isPresent,
                        cause -> cause.flatMap(one -> Optional.ofNullable(one.getCause())))
                .limit(CAUSES_MAX)
                .flatMap(Optional::stream);
    }
}
