package io.gpuledger.analyzer.store.questions;

import io.gpuledger.analyzer.advice.Offers;
import io.gpuledger.analyzer.advice.Offers.Offer;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reads what the fleet has: of GPUs and instances that were told of since the window began.
final class OfferTables {
    /// Twenty GPUs of a model are asked how much memory they have: by the hours in which they were held, else
    /// by the last readings of the window. The least of them is it, as work has to fit into any of them.
    private static final String GPUS = """
        with model as (
            select model, array_agg(id order by last_seen desc, id) as ids
            from gpu_ledger.gpu
            where ordinal is null and model <> '' and last_seen >= to_timestamp(? / 1000.0)
            group by model
        )
        select m.model, coalesce(min(coalesce(u.bytes, s.bytes)), 0)
        from model m
        cross join lateral unnest(m.ids[:20]) as gpu (id)
        left join lateral (
            select memory_total_bytes as bytes from gpu_ledger.usage
            where gpu_id = gpu.id and unit_id = gpu.id and memory_total_bytes is not null
                and hour >= to_timestamp(? / 1000.0) and hour < to_timestamp(? / 1000.0)
            limit 1
        ) u on true
        left join lateral (
            select memory_total_bytes as bytes from gpu_ledger.sample
            where u.bytes is null and unit_id = gpu.id and memory_total_bytes is not null
                and ts >= to_timestamp(? / 1000.0) - interval '6 hours' and ts < to_timestamp(? / 1000.0)
            limit 1
        ) s on true
        group by m.model
        order by m.model
        """;
    private static final String PRICES = """
        select s.name, h.currency, (sum(h.cost_micros) * 3600000 / sum(h.millis))::bigint
        from gpu_ledger.hour_sum h
        join gpu_ledger.sku s on s.id = h.sku_id
        where h.hour >= to_timestamp(? / 1000.0) and h.hour < to_timestamp(? / 1000.0) and h.currency is not null
        group by s.name, h.currency
        """;
    private static final String PROFILES = """
        select distinct g.model, i.profile
        from gpu_ledger.instance i
        join gpu_ledger.gpu g on g.id = i.gpu_id
        where i.profile <> '' and g.model <> '' and i.last_seen >= to_timestamp(? / 1000.0)
        order by 1, 2
        """;

    private OfferTables() {}

    static Offers offers(ReadSession reading, Span window) throws DatabaseException {
        var prices = prices(reading, window);
        var gpus = new Query<>(reading.session())
                .number(window.from())
                .number(window.from())
                .number(window.to())
                .number(window.to())
                .number(window.to())
                .list(
                        GPUS,
                        row -> new Offer(row.text(1), row.longNumber(2), prices.getOrDefault(row.text(1), Map.of())));
        return new Offers(gpus, profiles(reading, window));
    }

    private static Map<String, Map<String, Long>> prices(ReadSession reading, Span window) throws DatabaseException {
        var prices = new HashMap<String, Map<String, Long>>();
        new Query<>(reading.session())
                .number(window.from())
                .number(window.to())
                .query(
                        PRICES,
                        row -> prices.computeIfAbsent(row.text(1), _ -> new HashMap<>())
                                .put(row.text(2), row.longNumber(3)));
        return prices;
    }

    private static Map<String, List<String>> profiles(ReadSession reading, Span window) throws DatabaseException {
        var profiles = new HashMap<String, List<String>>();
        new Query<>(reading.session())
                .number(window.from())
                .query(
                        PROFILES,
                        row -> profiles.computeIfAbsent(row.text(1), _ -> new ArrayList<>())
                                .add(row.text(2)));
        return profiles;
    }
}
