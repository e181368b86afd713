package io.gpuledger.analyzer.store.findings;

import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import java.time.Instant;
import java.util.List;

/// Which findings somebody has seen to, for those who ask, and for those who say so. All of it throws
/// [CannotAskException] where the database gives no answer.
public final class Mutes {
    private final Database database;

    public Mutes(Database database) {
        this.database = database;
    }

    /// Returns those that are in force at an instant, or will be, the first to end first.
    public List<Mute> inForce(Instant at) {
        return database.readPool().ask(reading -> new MuteTables(reading.session()).inForce(at));
    }

    /// Writes one down, and returns it with its number.
    public Mute add(Mute mute) {
        try (var session = database.sessionOfSomebody()) {
            var id = new MuteTables(session).add(mute);
            session.commit();
            return new Mute(
                    id,
                    mute.cluster(),
                    mute.node(),
                    mute.gpu(),
                    mute.kind(),
                    mute.since(),
                    mute.until(),
                    mute.who(),
                    mute.reason());
        } catch (DatabaseException e) {
            throw CannotAskException.of(e);
        }
    }

    /// Ends one before its time. Returns whether it was in force.
    public boolean end(long id, Instant at) {
        try (var session = database.sessionOfSomebody()) {
            var wasInForce = new MuteTables(session).end(id, at);
            session.commit();
            return wasInForce;
        } catch (DatabaseException e) {
            throw CannotAskException.of(e);
        }
    }
}
