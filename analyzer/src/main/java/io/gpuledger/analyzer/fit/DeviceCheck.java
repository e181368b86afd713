package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.fit.device.Demand;
import io.gpuledger.analyzer.fit.device.Finding;
import java.util.List;
import java.util.Set;

/// The checks of the devices that a pod claims.
sealed interface DeviceCheck extends Check {
    /// Devices that are not allocated yet, of all its claims at once.
    ///
    /// @param names what the pod calls the claims. Pods that are alike call them alike
    record OfAllocation(List<String> names, List<Demand> demands, Stock stock) implements DeviceCheck {
        @Override
        public Sight sight() {
            return new Sight.Name();
        }

        @Override
        public List<Reason> against(Place place) {
            return switch (stock.find(demands, place)) {
                case Finding.Found _ -> List.of();
                case Finding.TooFew few -> List.of(new DeviceReason.Lacking(names.get(few.claim()), few));
                case Finding.NoChoice(var claim) -> List.of(new DeviceReason.NoChoice(names.get(claim)));
                case Finding.Failed(var claim, var why) -> List.of(new DeviceReason.Failed(names.get(claim), why));
                case Finding.Unclear(var claim, var why, var mayFail) ->
                    List.of(new DeviceReason.Unclear(names.get(claim), why, mayFail));
            };
        }
    }

    /// Devices that are allocated already.
    record OfReach(String claim, List<Term> where) implements DeviceCheck {
        @Override
        public Sight sight() {
            return Sight.of(where, Set.of());
        }

        @Override
        public List<Reason> against(Place place) {
            return where.stream().anyMatch(term -> term.isMatchedBy(place))
                    ? List.of()
                    : List.of(new DeviceReason.Elsewhere(claim));
        }
    }

    /// A claim of which it is not known what it asks for.
    record OfUnread(String claim, String why) implements DeviceCheck {
        @Override
        public Sight sight() {
            return new Sight.Nothing();
        }

        @Override
        public List<Reason> against(Place place) {
            return List.of(new DeviceReason.Unclear(claim, why, false));
        }
    }
}
