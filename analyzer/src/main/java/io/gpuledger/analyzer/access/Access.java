package io.gpuledger.analyzer.access;

import io.gpuledger.analyzer.access.Reviewer.Review;
import io.gpuledger.service.auth.Token;
import io.gpuledger.service.auth.TokenHash;
import java.time.InstantSource;
import java.util.Optional;

/// Says who may what at the moment. The access file may change while others ask.
public final class Access {
    /// Says whose a token is, as far as that was found out.
    public sealed interface OfToken {
        record Is(Viewer viewer) implements OfToken {}

        /// The token is nobody's, or no longer anybody's.
        record Wrong(String why) implements OfToken {}

        /// It could not be found out.
        record Unsaid(String why) implements OfToken {}
    }

    private final boolean hasFile;
    private final Reviewer reviewer;
    private final InstantSource clock;
    private volatile AccessRules rules;

    /// @param rules nothing where there is no access file: users may do everything then
    public Access(Optional<AccessRules> rules, Reviewer reviewer, InstantSource clock) {
        this.hasFile = rules.isPresent();
        this.rules = rules.orElse(AccessRules.NONE);
        this.reviewer = reviewer;
        this.clock = clock;
    }

    /// Returns what holds without an access file: there are no tokens, and users may do everything.
    public static Access open() {
        return new Access(Optional.empty(), Reviewer.NONE, InstantSource.system());
    }

    public void replace(AccessRules other) {
        rules = other;
    }

    /// Says whether everybody has to say who he is, whatever the web configuration file says.
    public boolean isClosed() {
        return hasFile;
    }

    /// Returns the user of this name, whose password was right.
    public Viewer ofUser(String name) {
        return new Viewer(name, hasFile ? rules.ofUser(name) : Optional.of(Grant.ALL));
    }

    /// Finds out whose the token is, by the access file or by asking the reviewer.
    public OfToken of(Token token) {
        return listed(token.hash()).orElseGet(() -> reviewed(token));
    }

    /// Finds out whose a token of the access file is. The result is empty where the file does not list it.
    public Optional<OfToken> listed(TokenHash hash) {
        return rules.token(hash)
                .map(known -> known.isGood(clock.instant())
                        ? new OfToken.Is(new Viewer("token " + known.name(), Optional.of(known.grant())))
                        : new OfToken.Wrong("the token " + known.name() + " has expired"));
    }

    private OfToken reviewed(Token token) {
        return switch (reviewer.of(token)) {
            case Review.Is(var user, var groups) -> new OfToken.Is(new Viewer(user, rules.ofSubject(user, groups)));
            case Review.No.NOBODYS -> new OfToken.Wrong("an unknown token");
            case Review.Unsaid(var why) -> new OfToken.Unsaid(why);
        };
    }
}
