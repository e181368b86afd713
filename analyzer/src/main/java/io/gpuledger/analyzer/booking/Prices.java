package io.gpuledger.analyzer.booking;

import io.gpuledger.analyzer.ledger.Money;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a GPU costs in an hour. Of the prices that apply the first counts.
public record Prices(List<Price> prices) {
    public static final Prices NONE = new Prices(List.of());

    /// What GPUs of some products cost, where and when.
    ///
    /// @param sku a pattern that is found in the product's name, whatever its case
    /// @param from in milliseconds since 1970, as the next
    /// @param micros millionths of the currency
    /// @param ofNode the part of the node's price that its GPUs have, where it is one of the node
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

        /// A node's price is dealt out over the GPUs that it should have: the first get what is left over.
        Money ofGpu(Rented rented) {
            var all = ofNode.map(part -> Math.round(micros * part)).orElse(micros);
            if (ofNode.isEmpty()) {
                return new Money(all, currency);
            }
            var gpus = Math.max(1, rented.gpus());
            return new Money(all / gpus + (rented.place() < all % gpus ? 1 : 0), currency);
        }
    }

    /// A GPU in an hour.
    ///
    /// @param place among the GPUs of its node, in the order of their UUIDs
    /// @param gpus how many its node should have
    public record Rented(String cluster, Optional<String> pool, String sku, int place, int gpus, long hour) {}

    public Prices {
        prices = List.copyOf(prices);
    }

    public Optional<Money> of(Rented rented) {
        return prices.stream().filter(price -> price.isOf(rented)).findFirst().map(price -> price.ofGpu(rented));
    }
}
