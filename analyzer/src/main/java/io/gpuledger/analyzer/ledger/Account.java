package io.gpuledger.analyzer.ledger;

import java.util.Comparator;
import java.util.Optional;

/// Where a part of the time of a unit stands, within an hour.
///
/// @param cause of a state that has several
/// @param owner who holds it, if anybody does
/// @param basis what activity was read from, where that matters
/// @param estimated whether a holder's activity is its part of all activity, as its own is not known; or it is a holder
/// by count alone
public record Account(
        State state, Optional<String> cause, Optional<Owner> owner, Optional<Basis> basis, boolean estimated) {
    private static final Owner NOBODY = new Owner("", "", Optional.empty());

    /// In which remainders of the same size are given out.
    static final Comparator<Account> ORDER = Comparator.<Account, Owner>comparing(
                    account -> account.owner().orElse(NOBODY), Owner.ORDER)
            .thenComparing(Account::state)
            .thenComparing(account -> account.cause().orElse(""))
            .thenComparing(account -> account.basis().map(Basis::word).orElse(""))
            .thenComparing(Account::estimated);

    Account as(State other) {
        return new Account(other, cause, owner, basis, estimated);
    }

    /// The same, by an estimate or not.
    Account reckoned(boolean is) {
        return new Account(state, cause, owner, basis, is);
    }

    static Account of(State state, Optional<String> cause, Optional<Owner> owner) {
        return new Account(state, cause, owner, Optional.empty(), false);
    }
}
