package io.gpuledger.exporter.attribution.apiserver;

import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// These settings say where the API server is, and as whom it is asked.
///
/// @param token the file with a service account's token, read anew for each request, as it changes every hour or so
/// @param authorities the file with the certificates, in PEM, of those who sign the server's; without it, those that
///     the JDK trusts
public record ApiServerSettings(URI server, Optional<Path> token, Optional<Path> authorities) {
    static final Setting<URI> SERVER = Setting.parsed(
            "kubernetes-api-server",
            "URL",
            "Where the API server is, which in a pod Kubernetes itself says. One that is asked over http, by way of"
                    + " kubectl proxy, is told no token.",
            ApiServerSettings::uri);
    static final Setting<Path> ACCOUNT = Setting.file(
                    "kubernetes-service-account",
                    "The folder with the token to show to the API server, and with the ca.crt to know it by.")
            .or("/var/run/secrets/kubernetes.io/serviceaccount");

    public static final List<Setting<?>> ALL = List.of(SERVER, ACCOUNT);

    /// Outside of a pod there is nobody of the name that is taken then, which is said when it is asked.
    public static ApiServerSettings from(Settings settings, Map<String, String> environment) {
        var server = settings.find(SERVER).orElseGet(() -> ofPod(environment));
        if (server.getScheme().equals("http")) {
            return new ApiServerSettings(server, Optional.empty(), Optional.empty());
        }
        var account = settings.get(ACCOUNT);
        return new ApiServerSettings(
                server, Optional.of(account.resolve("token")), Optional.of(account.resolve("ca.crt")));
    }

    private static URI ofPod(Map<String, String> environment) {
        var host = environment.getOrDefault("KUBERNETES_SERVICE_HOST", "kubernetes.default.svc");
        var port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "443");
        var literal = host.contains(":") ? "[" + host + "]" : host;
        return URI.create("https://" + literal + ":" + port);
    }

    private static URI uri(String text) {
        try {
            var uri = new URI(text.replaceFirst("/+$", ""));
            var isHttp = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
            if (isHttp && uri.getHost() != null && uri.getRawQuery() == null && uri.getRawFragment() == null) {
                return uri;
            }
        } catch (URISyntaxException _) {
            // Neither.
        }
        throw new IllegalArgumentException("must be a URL such as https://10.0.0.1:6443");
    }
}
