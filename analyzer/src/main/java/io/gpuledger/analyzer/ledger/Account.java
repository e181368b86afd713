package io.gpuledger.analyzer.ledger;

import java.util.Comparator;
import java.util.Optional;

/// The account that a part of the time of a unit stands in, within an hour.
///
/// @param cause why it is in this state, where the state has several causes
/// @param owner who holds the unit, if anybody does
/// @param basis what activity was read from, where that matters
/// @param estimated whether the holder's own activity is not known, and is taken to be its part of all activity of the
///     unit; or whether it is known by count alone that it is the holder
public record Account(
        State state, Optional<String> cause, Optional<Owner> owner, Optional<Basis> basis, boolean estimated) {
    private static final Owner NOBODY = new Owner("", "", Optional.empty());

    /// Remainders of the same size are given out to accounts in this order.
    static final Comparator<Account> ORDER = Comparator.<Account, Owner>comparing(
                    account -> account.owner().orElse(NOBODY), Owner.ORDER)
            .thenComparing(Account::state)
            .thenComparing(account -> account.cause().orElse(""))
            .thenComparing(account -> account.basis().map(Basis::word).orElse(""))
            .thenComparing(Account::estimated);

    Account as(State other) {
        return new Account(other, cause, owner, basis, estimated);
    }

    /// Returns the same account, by an estimate or not.
    Account reckoned(boolean is) {
        return new Account(state, cause, owner, basis, is);
    }

    static Account of(State state, Optional<String> cause, Optional<Owner> owner) {
        return new Account(state, cause, owner, Optional.empty(), false);
    }
}
