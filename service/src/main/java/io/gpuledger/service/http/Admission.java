package io.gpuledger.service.http;

import io.gpuledger.service.auth.Credentials;
import io.gpuledger.service.auth.Doorkeeper;
import io.gpuledger.service.auth.PasswordHash;
import io.gpuledger.service.auth.Verdict;
import io.gpuledger.service.webconfig.WebConfig;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.util.Map;
import java.util.Optional;

/// Does what the web configuration file says of requests: it sets headers on each answer and keeps the rate, and knows
/// the users, whom a [Guard] asks about.
final class Admission implements Filter, Passwords {
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

    @Override
    public boolean areAsked() {
        return !rules.users().isEmpty();
    }

    @Override
    public Verdict judge(Credentials credentials) {
        try {
            return doorkeeper.judge(rules.users(), credentials);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Verdict.BUSY;
        }
    }

    @Override
    public Optional<PasswordHash> of(String user) {
        return Optional.ofNullable(rules.users().get(user));
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
        } else {
            chain.proceed();
        }
    }
}
