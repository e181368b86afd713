package io.gpuledger.service.webconfig;

import io.gpuledger.service.auth.PasswordHash;
import io.gpuledger.service.tls.TlsServer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// What a web configuration file says.
///
/// @param headers sent with every answer
/// @param users who may ask; everybody may where there is none
public record WebConfig(
        Optional<TlsServer> tls,
        Map<String, String> headers,
        Map<String, PasswordHash> users,
        Optional<RateLimit> rateLimit) {
    public static final WebConfig NONE = new WebConfig(Optional.empty(), Map.of(), Map.of(), Optional.empty());

    /// One request may come in each interval, after a burst of so many at once.
    public record RateLimit(Duration interval, int burst) {}

    public WebConfig {
        headers = Map.copyOf(headers);
        users = Map.copyOf(users);
    }

    /// Whether somebody has to say who he is, by a password or a certificate.
    public boolean asksWhoIsThere() {
        return !users.isEmpty() || tls.map(TlsServer::knowsClients).orElse(false);
    }
}
