package io.gpuledger.analyzer.web.gate;

import io.gpuledger.analyzer.access.Access;
import io.gpuledger.analyzer.access.Deed;
import io.gpuledger.analyzer.access.Trail;
import io.gpuledger.analyzer.access.Viewer;
import io.gpuledger.analyzer.web.api.Change;
import io.gpuledger.analyzer.web.gate.Arrival.Known;
import io.gpuledger.analyzer.web.gate.Arrival.Unknown;
import io.gpuledger.analyzer.web.gate.Arrival.Unsaid;
import io.gpuledger.service.auth.Sessions;
import io.gpuledger.service.http.Guard;
import io.gpuledger.service.http.Passwords;
import io.gpuledger.service.http.Problem;
import io.gpuledger.service.http.SameSite;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import java.time.Duration;
import java.time.InstantSource;

/// Finds out who asks, on every path, and turns away who does not say so. What he may is said by each path
/// ([io.gpuledger.analyzer.web.api.Door]).
public final class Gate implements Guard {
    private static final Duration RETRY = Duration.ofSeconds(5);

    private final Access access;
    private final SignInForm form;
    private final Trail trail;
    private final InstantSource clock;
    private final Sessions<Proof> sessions;

    /// @param form the page on which people sign in
    public Gate(Access access, SignInForm form, Trail trail, InstantSource clock) {
        this(access, form, trail, clock, Sessions.Limits.USUAL);
    }

    Gate(Access access, SignInForm form, Trail trail, InstantSource clock, Sessions.Limits limits) {
        this.access = access;
        this.form = form;
        this.trail = trail;
        this.clock = clock;
        this.sessions = new Sessions<>(limits, clock);
    }

    /// Lets in anybody where the web configuration file has no users.
    public static Gate open() {
        return new Gate(Access.open(), _ -> "", Trail.NONE, InstantSource.system());
    }

    @Override
    public boolean isClosed() {
        return access.isClosed();
    }

    @Override
    public void addFirst(HttpRouting.Builder routing) {
        routing.addFilter(new SecurityHeaders());
    }

    @Override
    public void add(HttpRouting.Builder routing, Passwords passwords) {
        var arrivals = new Arrivals(access, passwords, sessions);
        routing.addFilter((chain, request, response) -> filter(arrivals, chain, request, response));
        new SignIn(arrivals, sessions, form, trail, clock).add(routing);
    }

    private void filter(Arrivals arrivals, FilterChain chain, RoutingRequest request, RoutingResponse response) {
        if (Open.isOpen(request.path().path())) {
            request.context().register(Viewer.NOBODY);
            chain.proceed();
            return;
        }
        switch (arrivals.of(request)) {
            case Known(var viewer, var isBySession) -> {
                request.context().register(viewer);
                if (isBySession && !Browser.isReading(request) && !SameSite.isSaid(request)) {
                    Problem.of(Status.FORBIDDEN_403, "No browser of today sends that from a page of ours.")
                            .send(request, response);
                    note(viewer, request, outcome(response.status()));
                } else {
                    proceed(viewer, chain, request, response);
                }
            }
            case Unknown unknown -> turnAway(unknown, request, response);
            case Unsaid(var why) ->
                Problem.of(Status.SERVICE_UNAVAILABLE_503, "It cannot be found out who asks: %s.".formatted(why))
                        .retry(RETRY)
                        .send(request, response);
        }
    }

    /// What was done is noted even where who asked for it did not wait for the answer.
    private void proceed(Viewer viewer, FilterChain chain, RoutingRequest request, RoutingResponse response) {
        var outcome = "nobody waited for the answer";
        try {
            chain.proceed();
            outcome = outcome(response.status());
        } finally {
            note(viewer, request, response.status().equals(Status.FORBIDDEN_403) ? "refused" : outcome);
        }
    }

    private void turnAway(Unknown unknown, RoutingRequest request, RoutingResponse response) {
        if (unknown.isTried()) {
            // Without the path, of which a guesser could make up as many as he likes.
            trail.note(deed(unknown.tried(), "asks", "refused", request));
        }
        if (Browser.isAtPage(request)) {
            response.status(Status.SEE_OTHER_303)
                    .header(HeaderNames.LOCATION, Next.of(request).toSignIn())
                    .send();
            return;
        }
        // A script of ours whose session is over must not have the browser ask for a password.
        var challenge = Browser.isScript(request) ? "Bearer" : "Basic realm=\"gpu-ledger\", charset=\"UTF-8\", Bearer";
        response.header(HeaderNames.WWW_AUTHENTICATE, challenge);
        Problem.of(
                        Status.UNAUTHORIZED_401,
                        "A user of --web-config-file or a token of --access-file has to say who asks.")
                .send(request, response);
    }

    private void note(Viewer viewer, ServerRequest request, String outcome) {
        var change = request.context().get(Change.class);
        if (change.isPresent() || outcome.equals("refused")) {
            var what = Browser.what(request)
                    + change.map(one -> " " + one.detail()).orElse("");
            trail.note(deed(viewer.name(), what.strip(), outcome, request));
        }
    }

    private static String outcome(Status status) {
        return switch (status.family()) {
            case SUCCESSFUL, REDIRECTION -> "done";
            case SERVER_ERROR -> "failed";
            case INFORMATIONAL, CLIENT_ERROR, OTHER -> "refused";
        };
    }

    private Deed deed(String who, String what, String outcome, ServerRequest request) {
        return new Deed(clock.instant(), who, what, outcome, Browser.from(request));
    }
}
