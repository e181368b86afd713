package io.gpuledger.analyzer.web.gate;

import io.gpuledger.analyzer.access.Access;
import io.gpuledger.analyzer.access.Access.OfToken;
import io.gpuledger.analyzer.access.Viewer;
import io.gpuledger.analyzer.web.gate.Arrival.Known;
import io.gpuledger.analyzer.web.gate.Arrival.Unknown;
import io.gpuledger.analyzer.web.gate.Arrival.Unsaid;
import io.gpuledger.analyzer.web.gate.Proof.ByPassword;
import io.gpuledger.analyzer.web.gate.Proof.ByReview;
import io.gpuledger.analyzer.web.gate.Proof.ByToken;
import io.gpuledger.service.auth.Credentials;
import io.gpuledger.service.auth.Sessions;
import io.gpuledger.service.auth.Token;
import io.gpuledger.service.http.Passwords;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.util.Optional;

/// Finds out who asks. What a program says in its request counts before the session of a browser; but a browser that
/// was once given a password goes on to send it, and where that is wrong by now his session counts.
final class Arrivals {
    private static final Unknown SILENT = new Unknown("");

    private final Access access;
    private final Passwords passwords;
    private final Sessions<Proof> sessions;

    Arrivals(Access access, Passwords passwords, Sessions<Proof> sessions) {
        this.access = access;
        this.passwords = passwords;
        this.sessions = sessions;
    }

    /// Says whether anybody has to say who he is.
    boolean isAsked() {
        return access.isClosed() || passwords.areAsked();
    }

    Arrival of(ServerRequest request) {
        if (!isAsked()) {
            return new Known(Viewer.ANYBODY, false);
        }
        var said = request.headers().first(HeaderNames.AUTHORIZATION);
        if (said.isEmpty()) {
            return bySession(request);
        }
        return switch (of(said.get())) {
            case Known known -> known;
            case Unknown unknown -> sameBySession(said.get(), request).orElse(unknown);
            case Unsaid unsaid -> sameBySession(said.get(), request).orElse(unsaid);
        };
    }

    /// Returns the user by his session who sends a password too. Whoever sends that of somebody else guesses.
    private Optional<Arrival> sameBySession(String authorization, ServerRequest request) {
        var user = Credentials.parse(authorization).map(Credentials::user);
        return user.isPresent()
                        && bySession(request) instanceof Known known
                        && known.viewer().name().equals(user.get())
                ? Optional.of(known)
                : Optional.empty();
    }

    private Arrival bySession(ServerRequest request) {
        return SessionCookie.of(request)
                .flatMap(sessions::find)
                .map(this::bySession)
                .orElse(SILENT);
    }

    private Arrival of(String authorization) {
        Optional<Arrival> byPassword = Credentials.parse(authorization).map(this::of);
        return byPassword
                .or(() -> Token.parse(authorization).map(this::of))
                .orElse(new Unknown("in a language that is not spoken here"));
    }

    /// A name that nobody has may be a password that was typed into the wrong field, so it is not repeated.
    Arrival of(Credentials credentials) {
        var user = credentials.user();
        return switch (passwords.judge(credentials)) {
            case WELCOME -> new Known(access.ofUser(user), false);
            case WRONG -> new Unknown(passwords.of(user).isPresent() ? "user " + user : "an unknown user");
            case BUSY -> new Unsaid("too many passwords are to be compared at the moment");
        };
    }

    Arrival of(Token token) {
        return of(access.of(token));
    }

    private static Arrival of(OfToken its) {
        return switch (its) {
            case OfToken.Is(var viewer) -> new Known(viewer, false);
            case OfToken.Wrong(var why) -> new Unknown(why);
            case OfToken.Unsaid(var why) -> new Unsaid(why);
        };
    }

    private Arrival bySession(Proof proof) {
        return switch (of(proof)) {
            case Known(var viewer, var _) -> new Known(viewer, true);
            case Unknown _ -> SILENT;
            case Unsaid unsaid -> unsaid;
        };
    }

    private Arrival of(Proof proof) {
        return switch (proof) {
            case ByPassword(var user, var hash) ->
                passwords.of(user).filter(hash::equals).isPresent() ? new Known(access.ofUser(user), false) : SILENT;
            case ByToken(var hash) -> access.listed(hash).map(Arrivals::of).orElse(SILENT);
            case ByReview(var token) -> of(token);
        };
    }

    /// Returns by what a session is opened for whoever has this password, which was right.
    Optional<Proof> proof(Credentials credentials) {
        return passwords.of(credentials.user()).map(hash -> new ByPassword(credentials.user(), hash));
    }

    /// Returns by what a session is opened for whoever has this token, which was right.
    Proof proof(Token token) {
        return access.listed(token.hash()).isPresent() ? new ByToken(token.hash()) : new ByReview(token);
    }
}
