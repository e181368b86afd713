package io.gpuledger.analyzer.booking;

import io.gpuledger.analyzer.ledger.Money;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// The prices of GPUs by the hour. Where several prices apply, the first of them counts.
public record Prices(List<Price> prices) {
    public static final Prices NONE = new Prices(List.of());

    /// Says what a GPU, or a whole node, of some products costs in an hour, where and when.
    ///
    /// @param sku a pattern that is found in the product's name, whatever its case
    /// @param from when the price begins to apply, in milliseconds since 1970
    /// @param until when it ceases to apply, in milliseconds since 1970
    /// @param micros millionths of the currency
    /// @param ofNode the part of a node's price that its GPUs have; empty where this is the price of a GPU
    public record Price(
            Pattern sku,
            Optional<String> cluster,
            Optional<String> pool,
            long from,
            long until,
            long micros,
            Optional<Double> ofNode,
            String currency) {
        boolean isOf(Rented rented) {
            return sku.matcher(rented.sku().toLowerCase(Locale.ROOT)).find()
                    && cluster.map(rented.cluster()::equals).orElse(true)
                    && pool.map(name -> rented.pool().equals(Optional.of(name))).orElse(true)
                    && from <= rented.hour()
                    && rented.hour() < until;
        }

        /// Returns the price of a GPU. The price of a node is divided among the GPUs that it should have; what division
        /// leaves goes to the first of them.
        Money ofGpu(Rented rented) {
            var all = ofNode.map(part -> Math.round(micros * part)).orElse(micros);
            if (ofNode.isEmpty()) {
                return new Money(all, currency);
            }
            var gpus = Math.max(1, rented.gpus());
            return new Money(all / gpus + (rented.place() < all % gpus ? 1 : 0), currency);
        }
    }

    /// Names a GPU in one of its hours, with all that its price depends on.
    ///
    /// @param place the place of the GPU among those of its node, in the order of their UUIDs
    /// @param gpus how many GPUs its node should have
    record Rented(String cluster, Optional<String> pool, String sku, int place, int gpus, long hour) {}

    public Prices {
        prices = List.copyOf(prices);
    }

    Optional<Money> of(Rented rented) {
        return prices.stream().filter(price -> price.isOf(rented)).findFirst().map(price -> price.ofGpu(rented));
    }
}
