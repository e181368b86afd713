package io.gpuledger.service.http;

import io.gpuledger.service.auth.Credentials;
import io.gpuledger.service.auth.Doorkeeper;
import io.gpuledger.service.auth.PasswordHash;
import io.gpuledger.service.auth.Verdict;
import io.gpuledger.service.webconfig.WebConfig;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// This decides who is let in, on every path: the toolkit protects all of them, those for health included.
final class Admission implements Filter {
    private static final Duration COMPARED = Duration.ofSeconds(5);

    private record Rules(Map<String, String> headers, Map<String, PasswordHash> users, Optional<TokenBucket> limit) {
        static Rules of(WebConfig config) {
            return new Rules(
                    config.headers(),
                    config.users(),
                    config.rateLimit().map(limit -> new TokenBucket(limit, System::nanoTime)));
        }
    }

    private final Doorkeeper doorkeeper;
    private volatile Rules rules;

    Admission(WebConfig config, Doorkeeper doorkeeper) {
        this.rules = Rules.of(config);
        this.doorkeeper = doorkeeper;
    }

    void replace(WebConfig config) {
        rules = Rules.of(config);
    }

    boolean asksForPasswords() {
        return !rules.users().isEmpty();
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        var now = rules;
        now.headers().forEach((name, value) -> response.header(HeaderNames.create(name), value));
        var empty = now.limit().filter(bucket -> !bucket.take());
        if (empty.isPresent()) {
            Problem.of(Status.TOO_MANY_REQUESTS_429, "Too many requests.")
                    .retry(empty.get().interval())
                    .send(request, response);
            return;
        }
        switch (verdict(now.users(), request.headers())) {
            case WELCOME -> {
                if (!now.users().isEmpty()) {
                    request.context().register(Verdict.WELCOME);
                }
                chain.proceed();
            }
            case WRONG -> {
                response.header(HeaderNames.WWW_AUTHENTICATE, "Basic");
                Problem.of(Status.UNAUTHORIZED_401, "A user of --web-config-file has to say who asks.")
                        .send(request, response);
            }
            case BUSY ->
                Problem.of(Status.SERVICE_UNAVAILABLE_503, "Too many passwords to compare at the moment.")
                        .retry(COMPARED)
                        .send(request, response);
        }
    }

    private Verdict verdict(Map<String, PasswordHash> users, ServerRequestHeaders headers) {
        if (users.isEmpty()) {
            return Verdict.WELCOME;
        }
        var credentials = headers.first(HeaderNames.AUTHORIZATION).flatMap(Credentials::parse);
        try {
            return credentials.isPresent() ? doorkeeper.judge(users, credentials.get()) : Verdict.WRONG;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Verdict.BUSY;
        }
    }
}
