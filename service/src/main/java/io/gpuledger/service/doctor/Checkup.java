package io.gpuledger.service.doctor;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Looks at all things for whoever asks a program that runs, and once for all who ask within a minute: each look asks
/// others, such as a mail relay, and these are not to suffer from a page that somebody leaves open.
///
/// While something hangs of the last look, nothing is looked at anew, so that no more and more threads hang: whoever
/// asks is told what was found then.
public final class Checkup {
    /// Holds what one look has found, and when it began.
    public record Result(Instant at, Examined examined) {}

    private static final Duration NEW = Duration.ofMinutes(1);
    /// Whoever asks by HTTP does not wait longer than this for what hangs.
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Supplier<List<Examination>> examinations;
    private final Doctor doctor;
    private final InstantSource clock;
    private Optional<Result> last = Optional.empty();

    /// @param examinations finds anew each time what is to be looked at
    public Checkup(Supplier<List<Examination>> examinations, InstantSource clock) {
        this(examinations, new Doctor(PATIENCE), clock);
    }

    Checkup(Supplier<List<Examination>> examinations, Doctor doctor, InstantSource clock) {
        this.examinations = examinations;
        this.doctor = doctor;
        this.clock = clock;
    }

    public synchronized Result latest() throws InterruptedException {
        var now = clock.instant();
        var known = last.filter(result -> isNew(result, now) || doctor.isStillLooking());
        if (known.isPresent()) {
            return known.get();
        }
        var found = new Result(now, doctor.examine(examinations.get()));
        last = Optional.of(found);
        return found;
    }

    /// A clock that was set back makes nothing new.
    private static boolean isNew(Result result, Instant now) {
        return !now.isBefore(result.at()) && now.isBefore(result.at().plus(NEW));
    }
}
