package io.gpuledger.analyzer.store.outbox;

import java.util.Locale;

/// The states of a letter on its way to one address.
public enum DeliveryState {
    /// It is to be sent, for the first time.
    QUEUED,
    /// A process sends it, and has not ended it: the server has nothing yet that it could deliver.
    SENDING,
    /// The letter's last line is on its way, or was: from here on the server may have it.
    DATA,
    SENT,
    /// It was not taken, and is tried again.
    DEFERRED,
    /// It was refused for good.
    REFUSED,
    /// It was tried for days.
    GIVEN_UP,
    /// Nobody heard what the server said to the whole letter: it may have arrived, and is not sent again unasked.
    UNCERTAIN,
    /// It was not to be sent.
    DRY_RUN;

    /// Returns its name in tables, metrics and the database.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether it is still on its way.
    public boolean isToBeSent() {
        return switch (this) {
            case QUEUED, SENDING, DATA, DEFERRED -> true;
            case SENT, REFUSED, GIVEN_UP, UNCERTAIN, DRY_RUN -> false;
        };
    }

    static DeliveryState of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
