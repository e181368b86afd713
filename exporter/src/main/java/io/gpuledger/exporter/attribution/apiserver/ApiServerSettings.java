package io.gpuledger.exporter.attribution.apiserver;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Where the API server is, and as whom it is asked.
///
/// @param token the file with a service account's token, read anew for each request, as it changes every hour or so
/// @param authorities the file with the certificates, in PEM, of those who sign the server's; without it, those that
///     the JDK trusts
public record ApiServerSettings(URI server, Optional<Path> token, Optional<Path> authorities) {
    private static final Path SERVICE_ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    /// As it is in every pod. Outside of one there is nobody of that name, which is said when it is asked.
    public static ApiServerSettings ofPod(Map<String, String> environment) {
        var host = environment.getOrDefault("KUBERNETES_SERVICE_HOST", "kubernetes.default.svc");
        var port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "443");
        var literal = host.contains(":") ? "[" + host + "]" : host;
        return new ApiServerSettings(
                URI.create("https://" + literal + ":" + port),
                Optional.of(SERVICE_ACCOUNT.resolve("token")),
                Optional.of(SERVICE_ACCOUNT.resolve("ca.crt")));
    }
}
