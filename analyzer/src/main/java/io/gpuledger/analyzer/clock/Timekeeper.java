package io.gpuledger.analyzer.clock;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/// The clock of this machine, and how far it is borne out. Clocks jump, and come back; what was deleted meanwhile, or
/// settled, would have been so by a mistake. So these go by what has [passed][#passed], for which the clock's word is
/// not enough: the targets' dates have to agree, by their median; else there have to be samples that are as young; else
/// the clock has to have stood for an hour. One that jumps has to stand for an hour whatever the others say.
///
/// All times are kept by how far they are ahead of a time that only goes forward.
public final class Timekeeper implements InstantSource {
    /// A clock that is put right bit by bit does not jump.
    private static final long JUMP = Duration.ofMinutes(1).toMillis();

    /// Clocks that are right differ by this much at the most.
    private static final Duration AHEAD_MAX = Duration.ofMinutes(10);

    private static final long TRIAL = Duration.ofHours(1).toMillis();
    /// A clock that is right may well tell of somebody who was silent for so long.
    private static final Duration BELIEVED = Duration.ofDays(1);

    private final InstantSource clock;
    private final LongSupplier uptime;
    private final PeerClocks peerClocks = new PeerClocks();
    private long ahead;
    private long since;
    private OptionalLong proven = OptionalLong.empty();
    private OptionalLong told = OptionalLong.empty();

    /// @param uptime in milliseconds, only goes forward
    public Timekeeper(InstantSource clock, LongSupplier uptime) {
        this.clock = clock;
        this.uptime = uptime;
        this.since = uptime.getAsLong();
        this.ahead = clock.millis() - since;
    }

    /// Returns a timekeeper of the machine's clock.
    public static Timekeeper system() {
        return new Timekeeper(InstantSource.system(), () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
    }

    /// One that is always right.
    public static Timekeeper trusting(InstantSource clock) {
        var keeper = new Timekeeper(clock, clock::millis);
        keeper.proven = OptionalLong.of(0);
        return keeper;
    }

    /// The time as this machine has it, right or wrong.
    @Override
    public Instant instant() {
        return clock.instant();
    }

    /// Somebody's clock says so, just now.
    public void dated(String who, Instant date) {
        var now = uptime.getAsLong();
        peerClocks.put(who, date.toEpochMilli() - now, now);
    }

    /// There is a sample of that instant. What is later than now was made by a clock that was wrong.
    public synchronized void told(Instant instant) {
        if (instant.isAfter(clock.instant().plus(AHEAD_MAX))) {
            return;
        }
        var now = uptime.getAsLong();
        var its = Math.min(instant.toEpochMilli(), clock.millis()) - now;
        told = OptionalLong.of(Math.max(its, told.orElse(its)));
    }

    /// What has passed for sure: nobody knows of a later instant but, perhaps, this machine. 1970 while nobody knows.
    public synchronized Instant passed() {
        var now = look();
        return borneOut(now).stream()
                .mapToObj(others -> Instant.ofEpochMilli(now + Math.min(ahead, others)))
                .findFirst()
                .orElse(Instant.EPOCH);
    }

    /// Returns what may be taken for now where nothing is lost by a mistake. It is what this machine says, unless that
    /// is a day later than what has passed for sure.
    public Instant believed() {
        var now = instant();
        var passed = passed();
        var latest = passed.plus(BELIEVED);
        return passed.equals(Instant.EPOCH) || latest.isAfter(now) ? now : latest;
    }

    /// The latest that this machine or anybody else takes it to be: what ends after it is over for nobody.
    public synchronized Instant latest() {
        var now = look();
        var others =
                LongStream.concat(proven.stream(), LongStream.concat(told.stream(), peerClocks.median(now).stream()));
        return Instant.ofEpochMilli(now + Math.max(ahead, others.max().orElse(ahead)));
    }

    /// Returns whether anybody but this machine knows what time it is.
    public synchronized boolean isWitnessed() {
        return told.isPresent() || peerClocks.median(uptime.getAsLong()).isPresent();
    }

    private OptionalLong borneOut(long now) {
        if (proven.isPresent() && !isProven()) {
            return LongStream.concat(proven.stream(), peerClocks.median(now).stream())
                    .min();
        }
        var median = peerClocks.median(now);
        return median.isPresent() ? median : isProven() ? OptionalLong.of(ahead) : told;
    }

    private boolean isProven() {
        return proven.isPresent() && isNear(proven.getAsLong(), ahead);
    }

    private static boolean isNear(long one, long other) {
        return Math.abs(one - other) <= JUMP;
    }

    /// Notes whether the clock has jumped since it was looked at last, and returns the uptime.
    private long look() {
        var now = uptime.getAsLong();
        var is = clock.millis() - now;
        if (!isNear(is, ahead)) {
            since = now;
        }
        ahead = is;
        if (now - since >= TRIAL || isProven()) {
            proven = OptionalLong.of(ahead);
        }
        return now;
    }
}
