package io.gpuledger.service.http;

import io.gpuledger.service.auth.Credentials;
import io.gpuledger.service.auth.Verdict;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;

/// Asks for a password on every path: the toolkit protects all of them, those for health included.
record PasswordCheck(Passwords passwords) implements Filter {
    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        if (!passwords.areAsked()) {
            chain.proceed();
            return;
        }
        var verdict = request.headers()
                .first(HeaderNames.AUTHORIZATION)
                .flatMap(Credentials::parse)
                .map(passwords::judge)
                .orElse(Verdict.WRONG);
        switch (verdict) {
            case WELCOME -> {
                request.context().register(Verdict.WELCOME);
                chain.proceed();
            }
            case WRONG -> {
                response.header(HeaderNames.WWW_AUTHENTICATE, "Basic");
                Problem.of(Status.UNAUTHORIZED_401, "A user of --web-config-file has to say who asks.")
                        .send(request, response);
            }
            case BUSY -> Passwords.BUSY.send(request, response);
        }
    }
}
