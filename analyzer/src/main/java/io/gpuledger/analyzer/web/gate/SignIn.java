package io.gpuledger.analyzer.web.gate;

import io.gpuledger.analyzer.access.Deed;
import io.gpuledger.analyzer.access.Right;
import io.gpuledger.analyzer.access.Trail;
import io.gpuledger.analyzer.access.Viewer;
import io.gpuledger.analyzer.web.api.SentForm;
import io.gpuledger.analyzer.web.gate.Arrival.Known;
import io.gpuledger.analyzer.web.gate.Arrival.Unknown;
import io.gpuledger.analyzer.web.gate.Arrival.Unsaid;
import io.gpuledger.analyzer.web.gate.SignInForm.Shown;
import io.gpuledger.service.auth.Credentials;
import io.gpuledger.service.auth.Sessions;
import io.gpuledger.service.auth.Token;
import io.gpuledger.service.http.Get;
import io.gpuledger.service.http.NothingThere;
import io.gpuledger.service.http.Others;
import io.gpuledger.service.http.SameSite;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Lets people sign in and out with a browser.
final class SignIn {
    private static final Header TYPE = HeaderValues.createCached(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8");
    private static final Header NOT_KEPT = HeaderValues.createCached(HeaderNames.CACHE_CONTROL, "no-store");
    private static final String WHAT = "signs in";

    private final Arrivals arrivals;
    private final Sessions<Proof> sessions;
    private final SignInForm form;
    private final Trail trail;
    private final InstantSource clock;

    /// Holds what somebody shows, and by what a session would be opened for it.
    private record Claim(Arrival arrival, Optional<Proof> proof) {}

    SignIn(Arrivals arrivals, Sessions<Proof> sessions, SignInForm form, Trail trail, InstantSource clock) {
        this.arrivals = arrivals;
        this.sessions = sessions;
        this.form = form;
        this.trail = trail;
        this.clock = clock;
    }

    void add(HttpRules rules) {
        // Where nobody is asked there is nothing to sign in to.
        Stream.of(Open.SIGN_IN, Open.SIGN_OUT)
                .forEach(path -> rules.any(path, (request, response) -> {
                    if (arrivals.isAsked()) {
                        response.next();
                    } else {
                        NothingThere.answer(request, response);
                    }
                }));
        rules.post(Open.SIGN_IN, SameSite.only(this::signIn));
        Get.answer(rules, Open.SIGN_IN, this::show);
        Others.refuse(rules, Open.SIGN_IN, List.of("GET", "HEAD", "POST"));
        rules.post(Open.SIGN_OUT, SameSite.only(this::signOut));
        Others.refuse(rules, Open.SIGN_OUT, List.of("POST"));
    }

    private void show(ServerRequest request, ServerResponse response) {
        var next = Next.of(request.query().first(SignInForm.NEXT).orElse("/"));
        page(response, next, "");
    }

    private void signIn(ServerRequest request, ServerResponse response) throws IOException {
        var sent = SentForm.read(request);
        var next = Next.of(sent.getOrDefault(SignInForm.NEXT, "/"));
        var token = sent.getOrDefault(SignInForm.TOKEN, "").strip();
        var claim = token.isEmpty()
                ? byPassword(new Credentials(
                        sent.getOrDefault(SignInForm.USER, ""), sent.getOrDefault(SignInForm.PASSWORD, "")))
                : byToken(new Token(token));
        switch (claim.arrival()) {
            case Known(var viewer, var _) -> enter(viewer, claim.proof(), next, request, response);
            case Unknown(var tried) -> {
                note(tried, WHAT, "refused", request);
                page(response.status(Status.FORBIDDEN_403), next, "Nobody is known by that.");
            }
            case Unsaid(var why) ->
                page(
                        response.status(Status.SERVICE_UNAVAILABLE_503),
                        next,
                        "It cannot be found out who you are: " + why + ".");
        }
    }

    private Claim byPassword(Credentials credentials) {
        return new Claim(arrivals.of(credentials), arrivals.proof(credentials));
    }

    private Claim byToken(Token token) {
        return new Claim(arrivals.of(token), Optional.of(arrivals.proof(token)));
    }

    /// A password may have been changed between the comparison and the session, which then is none.
    private void enter(
            Viewer viewer, Optional<Proof> proof, Next next, ServerRequest request, ServerResponse response) {
        if (!viewer.may(Right.READ) || proof.isEmpty()) {
            note(viewer.name(), WHAT, "refused", request);
            page(response.status(Status.FORBIDDEN_403), next, viewer.name() + " has no role that reads anything.");
            return;
        }
        // A browser that was signed in as somebody else is that no more.
        SessionCookie.of(request).ifPresent(sessions::end);
        SessionCookie.give(request, response, sessions.open(viewer.name(), proof.get()), sessions.lifetime());
        note(viewer.name(), WHAT, "done", request);
        response.status(Status.SEE_OTHER_303)
                .header(NOT_KEPT)
                .header(HeaderNames.LOCATION, next.fromSignIn())
                .send();
    }

    private void signOut(ServerRequest request, ServerResponse response) {
        SessionCookie.of(request).ifPresent(sessions::end);
        SessionCookie.take(request, response);
        response.status(Status.SEE_OTHER_303)
                .header(NOT_KEPT)
                .header(HeaderNames.LOCATION, "." + Open.SIGN_IN)
                .send();
    }

    private void page(ServerResponse response, Next next, String problem) {
        response.header(TYPE).header(NOT_KEPT).send(form.html(new Shown(next.path(), problem)));
    }

    private void note(String who, String what, String outcome, ServerRequest request) {
        trail.note(new Deed(clock.instant(), who, what, outcome, Browser.from(request)));
    }
}
