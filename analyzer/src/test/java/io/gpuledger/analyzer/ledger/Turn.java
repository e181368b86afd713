package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.time.Span;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Who held a unit between two readings: each until it ended, or from when it began, where that is known; else until
/// one gave way to another, or the middle. Who stays has another share from then on.
///
/// @param told the shares at the first of them
/// @param then at the second
/// @param millis when one gave way to another
record Turn(Span between, Map<Owner, Double> told, Map<Owner, Double> then, Map<Owner, Tenant> tenants, long millis) {
    static Turn of(Span between, Map<Owner, Double> told, Map<Owner, Double> then, Map<Owner, Tenant> tenants) {
        var open = new Turn(between, told, then, tenants, (between.from() + between.to()) / 2);
        var begins = then.keySet().stream()
                .filter(owner -> !told.containsKey(owner))
                .flatMapToLong(owner -> open.within(open.tenant(owner).started()).stream())
                .min();
        var ends = told.keySet().stream()
                .filter(owner -> !then.containsKey(owner))
                .flatMapToLong(owner -> open.within(open.tenant(owner).ended()).stream())
                .max();
        return new Turn(between, told, then, tenants, begins.orElseGet(() -> ends.orElse(open.millis())));
    }

    private boolean isSame(Owner owner) {
        return Optional.ofNullable(told.get(owner)).equals(Optional.ofNullable(then.get(owner)));
    }

    private Tenant tenant(Owner owner) {
        return Optional.ofNullable(tenants.get(owner)).orElseThrow();
    }

    private OptionalLong within(OptionalLong known) {
        var isWithin = known.isPresent() && known.getAsLong() >= between.from() && known.getAsLong() <= between.to();
        return isWithin ? known : OptionalLong.empty();
    }

    /// Whoever held a share of it, before or after.
    Set<Owner> sharers() {
        return Stream.of(told, then)
                .flatMap(shares -> shares.entrySet().stream())
                .filter(share -> share.getValue() < 1)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    boolean isAny() {
        return !told.equals(then);
    }

    /// Nobody is known to have ended or begun.
    boolean isInTheMiddle() {
        return millis == (between.from() + between.to()) / 2;
    }

    long begin(Owner owner) {
        return told.containsKey(owner)
                ? millis
                : within(tenant(owner).started()).orElse(millis);
    }

    private long end(Owner owner) {
        return then.containsKey(owner) ? millis : within(tenant(owner).ended()).orElse(millis);
    }

    Map<Owner, Double> at(long instant) {
        var shares = new HashMap<Owner, Double>();
        told.forEach((owner, share) -> {
            if (isSame(owner) || instant < end(owner)) {
                shares.put(owner, share);
            }
        });
        then.forEach((owner, share) -> {
            if (!isSame(owner) && instant >= begin(owner)) {
                shares.put(owner, share);
            }
        });
        return shares;
    }
}
