package io.gpuledger.service.auth;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Keeps who has signed in, in memory only: a restart ends all sessions. Each has a random name that only its browser
/// knows, and of which only the digest is kept.
///
/// @param <P> by what somebody has shown who he is
public final class Sessions<P> {
    /// Bounds how long sessions last, and how many there may be.
    ///
    /// @param lifetime of each, used or not
    /// @param most of all together; of more the oldest end
    /// @param mostOfOne of somebody, so that nobody can end those of all others
    public record Limits(Duration lifetime, int most, int mostOfOne) {
        public static final Limits USUAL = new Limits(Duration.ofHours(12), 10_000, 20);
    }

    private record Session<P>(String who, P proof, Instant until) {}

    private final Limits limits;
    private final InstantSource clock;
    /// The oldest of them come first.
    private final Map<TokenHash, Session<P>> open = new LinkedHashMap<>();

    public Sessions(Limits limits, InstantSource clock) {
        this.limits = limits;
        this.clock = clock;
    }

    /// Opens one, and returns its name.
    public synchronized Token open(String who, P proof) {
        var now = clock.instant();
        open.values().removeIf(session -> !session.until().isAfter(now));
        makeRoom(who);
        var name = Token.random();
        open.put(name.hash(), new Session<>(who, proof, now.plus(limits.lifetime())));
        return name;
    }

    private void makeRoom(String who) {
        var his = open.entrySet().stream()
                .filter(session -> session.getValue().who().equals(who))
                .map(Map.Entry::getKey)
                .toList();
        his.stream().limit(Math.max(0, his.size() - limits.mostOfOne() + 1)).forEach(open::remove);
        if (open.size() >= limits.most()) {
            open.keySet().stream().findFirst().ifPresent(open::remove);
        }
    }

    public synchronized Optional<P> find(Token name) {
        return Optional.ofNullable(open.get(name.hash()))
                .filter(session -> session.until().isAfter(clock.instant()))
                .map(Session::proof);
    }

    public synchronized void end(Token name) {
        open.remove(name.hash());
    }

    public Duration lifetime() {
        return limits.lifetime();
    }

    synchronized int size() {
        return open.size();
    }
}
