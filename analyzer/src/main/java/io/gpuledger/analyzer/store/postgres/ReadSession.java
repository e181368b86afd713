package io.gpuledger.analyzer.store.postgres;

import java.time.Duration;

/// A question that is being answered, by one statement or several in one transaction. They share its time.
public final class ReadSession {
    private static final long SLACK_MILLIS = 100;

    private final Session session;
    private final long asked;
    private final Duration patience;
    private long told;

    private ReadSession(Session session, long asked, Duration patience) throws DatabaseException {
        this.session = session;
        this.asked = asked;
        this.patience = patience;
        this.told = requireTime();
    }

    /// All that is asked is of the same instant.
    ///
    /// @param asked by [System#nanoTime], when its time began
    static ReadSession begin(Session session, long asked, Duration patience) throws DatabaseException {
        var reading = new ReadSession(session, asked, patience);
        // In one message: many questions take no longer than a few of these.
        session.execute("set transaction isolation level repeatable read, read only; set local statement_timeout = "
                + reading.told);
        return reading;
    }

    /// Returns the session for the next statement, which has no more time than is left, or a little more: the
    /// database is told again only when much less is left.
    public Session session() throws DatabaseException {
        var left = requireTime();
        if (told - left > SLACK_MILLIS) {
            session.execute("set local statement_timeout = " + left);
            told = left;
        }
        return session;
    }

    /// Has each statement planned for what it asks for: a plan that is good for any team and any time does not know how
    /// little of all a team's week is.
    public ReadSession planningEach() throws DatabaseException {
        session.execute("set local plan_cache_mode = force_custom_plan");
        return this;
    }

    /// Returns how many milliseconds are left, and throws where none are. The database begins anew for each portion of
    /// a statement's rows, so whoever reads many asks here too.
    public long requireTime() throws DatabaseException {
        var left = patience.minusNanos(System.nanoTime() - asked).toMillis();
        if (left <= 0) {
            throw new DatabaseException(Failure.TIMEOUT, "no time is left");
        }
        return left;
    }
}
