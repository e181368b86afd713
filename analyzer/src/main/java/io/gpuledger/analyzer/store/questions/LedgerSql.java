package io.gpuledger.analyzer.store.questions;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Writes the statement that answers a question. It sums by numbers first, which are few then, and gives them names.
/// Values go in as parameters; what is written into the text is from here.
///
/// What the states leave out counts for coverage, so it is summed too, and left out at the end.
final class LedgerSql {
    private static final String NAMED = " = any (?::text[])";

    private static final String BOOKS = """
        (
            select %s, millis, uncertain_millis, cost_micros, energy_millijoules,
                case when %s then 0 else millis end as open_millis
            from %s%s
        )\
        """;

    private static final String OF_ALL = "hour, team_id, sku_id, state, cause, currency";

    private final LedgerQuestion question;
    private final BooksState booksState;
    private final boolean isOfSums;
    private final List<Set<String>> values = new ArrayList<>();
    private final String text;

    LedgerSql(LedgerQuestion question, BooksState booksState) {
        this.question = question;
        this.booksState = booksState;
        this.isOfSums = question.isOfSums();
        this.text = write();
    }

    /// Returns the statement. Its parameters are the end of what was booked, those of [#values], the begin, the
    /// end, the limit and how many to skip.
    String text() {
        return text;
    }

    List<Set<String>> values() {
        return values;
    }

    private String write() {
        return """
            with booked as (
                select to_timestamp(? / 1000.0) as until
            ), raw as (
            %1$s), piece as materialized (
            %2$s), line as (
            %3$s), page as (
                select * from line where millis is not null order by %4$s limit ? offset ?
            ), price as (
                select currency, sum(cost)::bigint as cost from piece where asked and cost is not null group by currency
            ), total as (
            %5$s)
            select total.*, page.millis::bigint, coalesce(page.open, 0)::bigint, coalesce(page.unpriced, 0)::bigint,
                page.currencies, page.costs, coalesce(page.unobserved, 0)::bigint, page.everything::bigint,
                page.energy::bigint, coalesce(page.filling, 0)::bigint, coalesce(page.uncertain, 0)::bigint, %6$s
            from total left join page on true
            order by %4$s
            """.formatted(raw(), piece(), line(), keys(" collate \"C\" nulls last"), total(), keys(""));
    }

    /// Sums by numbers, with what the states leave out.
    private String raw() {
        // In the order in which they stand in the text, as their values are its parameters.
        var asked = condition(true);
        var counts = condition(false);
        return """
                select %1$s, currency, %2$s as asked, sum(millis) as millis, sum(cost_micros) as cost,
                    sum(energy_millijoules) as energy, sum(uncertain_millis) as uncertain,
                    sum(open_millis) as open,
                    sum(open_millis) filter (where %5$s < (select until from booked)) as filling,
                    sum(millis) filter (where cost_micros is null) as unpriced,
                    sum(millis) filter (where state = 'unobserved') as unobserved
                from %3$s entry
                where %4$s and %5$s >= to_timestamp(? / 1000.0) and %5$s < to_timestamp(? / 1000.0)
                group by %1$s, currency, asked
            """.formatted(String.join(", ", numbers()), asked, table(), counts, isByDay() ? "booked" : "hour");
    }

    private String table() {
        return isByDay() ? days() : books();
    }

    /// Days are fewer to sum by than hours; of sums there are so few that it is quicker not to look which day it is.
    private String days() {
        return """
            (
                select date_trunc('day', hour, 'UTC') as hour, hour as booked, gpu_id, node_id, owner_id, team_id,
                    sku_id, state, cause, currency, millis, uncertain_millis, cost_micros, energy_millijoules,
                    open_millis
                from %s entry
            )\
            """.formatted(books());
    }

    private String books() {
        var own = isOfSums ? "cluster_id" : "entry.gpu_id, node_id, owner_id";
        var columns = own + ", " + OF_ALL;
        return switch (booksState.waiting()) {
            case UnbookedHours.None _ -> BOOKS.formatted(columns, "settled", read(), "");
            case UnbookedHours.Some _ -> BOOKS.formatted(columns, "settled", read(), waiting(columns));
            case UnbookedHours.Many(var since, var until) ->
                BOOKS.formatted(
                        columns,
                        "settled and (hour <= %s - interval '1 hour' or hour > %s)".formatted(at(since), at(until)),
                        read(),
                        "");
        };
    }

    private String read() {
        return isOfSums ? booksState.sums(question).sql() : "gpu_ledger.entry";
    }

    /// Adds how long those settled entries are that wait to be booked again. They are open, and of the rest of them
    /// nothing counts twice.
    private static String waiting(String columns) {
        return """

                union all
                select %s, 0, 0, null, null, entry.millis
                from gpu_ledger.unbooked
                join gpu_ledger.entry on entry.gpu_id = unbooked.gpu_id
                    and entry.hour > unbooked.since - interval '1 hour' and entry.hour <= unbooked.until
                join gpu_ledger.gpu on gpu.id = entry.gpu_id
                where entry.settled\
            """.formatted(columns);
    }

    static String at(long millis) {
        return "'epoch'::timestamptz + %d * interval '1 ms'".formatted(millis);
    }

    /// Does the same with names, of which several numbers may have the same.
    private String piece() {
        return """
                select %1$s, asked, currency, sum(millis) as millis, sum(cost) as cost, sum(open) as open,
                    sum(filling) as filling, sum(energy) as energy, sum(uncertain) as uncertain,
                    sum(unpriced) as unpriced, sum(unobserved) as unobserved
                from raw%2$s
                group by %3$s, asked, currency
            """.formatted(names(), joins(), keys(""));
    }

    /// Does the same with all currencies beside each other, and with the whole of which each line is a part.
    private String line() {
        return """
                select %1$s, sum(millis) filter (where asked) as millis, sum(open) filter (where asked) as open,
                    sum(filling) filter (where asked) as filling, sum(unpriced) filter (where asked) as unpriced,
                    sum(energy) filter (where asked) as energy, sum(uncertain) filter (where asked) as uncertain,
                    array_agg(currency order by currency) filter (where asked and cost is not null) as currencies,
                    array_agg(cost::bigint order by currency) filter (where asked and cost is not null) as costs,
                    sum(sum(unobserved)) over whose as unobserved, sum(sum(millis)) over whose as everything
                from piece
                group by %1$s
                window whose as (%2$s)
            """.formatted(keys(""), partition());
    }

    /// Sums up all lines, whichever of them are on the page.
    private static String total() {
        return """
                select coalesce(sum(millis) filter (where asked), 0)::bigint,
                    coalesce(sum(open) filter (where asked), 0)::bigint,
                    coalesce(sum(unpriced) filter (where asked), 0)::bigint,
                    (select array_agg(currency order by currency) from price),
                    (select array_agg(cost order by currency) from price),
                    coalesce(sum(unobserved), 0)::bigint, coalesce(sum(millis), 0)::bigint,
                    (sum(energy) filter (where asked))::bigint,
                    coalesce(sum(filling) filter (where asked), 0)::bigint,
                    coalesce(sum(uncertain) filter (where asked), 0)::bigint,
                    (select count(*) from line where millis is not null)
                from piece
            """;
    }

    private boolean isByDay() {
        return !isOfSums
                && question.by().contains(Dimension.DAY)
                && !question.by().contains(Dimension.HOUR);
    }

    private interface Some {
        boolean holds(Dimension dimension);
    }

    private String keys(String suffix) {
        return keys(_ -> true, suffix);
    }

    private String keys(Some some, String suffix) {
        return IntStream.range(0, question.by().size())
                .filter(at -> some.holds(question.by().get(at)))
                .mapToObj(at -> "k" + at + suffix)
                .collect(joining(", "));
    }

    private String partition() {
        var keys = keys(dimension -> !dimension.isAccount(), "");
        return keys.isEmpty() ? "" : "partition by " + keys;
    }

    private String names() {
        return IntStream.range(0, question.by().size())
                .mapToObj(at -> question.by().get(at).nameSql() + " as k" + at)
                .collect(joining(", "));
    }

    private Set<String> numbers() {
        return question.by().stream().map(this::number).collect(LinkedHashSet::new, Set::add, Set::addAll);
    }

    private String number(Dimension dimension) {
        return switch (dimension) {
            case CLUSTER -> isOfSums ? "cluster_id" : "gpu_id";
            case TEAM -> "team_id";
            case NAMESPACE, WORKLOAD, POD -> "owner_id";
            case NODE -> "node_id";
            case SKU -> "sku_id";
            case GPU -> "gpu_id";
            case STATE, CAUSE -> dimension.word();
            case HOUR, DAY -> "hour";
        };
    }

    private String joins() {
        var joins = new LinkedHashSet<String>();
        for (var dimension : question.by()) {
            joined(dimension).forEach(join -> joins.add("\n    left join gpu_ledger." + join));
        }
        return String.join("", joins);
    }

    private Stream<String> joined(Dimension dimension) {
        var gpu = "gpu on gpu.id = raw.gpu_id";
        var owner = "owner on owner.id = raw.owner_id";
        return switch (dimension) {
            case CLUSTER ->
                isOfSums
                        ? Stream.of("cluster on cluster.id = raw.cluster_id")
                        : Stream.of(gpu, "cluster on cluster.id = gpu.cluster_id");
            case TEAM -> Stream.of("team on team.id = raw.team_id");
            case NAMESPACE, POD -> Stream.of(owner);
            case WORKLOAD -> Stream.of(owner, "workload on workload.id = owner.workload_id");
            case NODE -> Stream.of("node on node.id = raw.node_id");
            case SKU -> Stream.of("sku on sku.id = raw.sku_id");
            case GPU -> Stream.of(gpu);
            case STATE, CAUSE, HOUR, DAY -> Stream.empty();
        };
    }

    /// Narrows by the dimensions that say in which account time stands, or by all others.
    private String condition(boolean isOfAccounts) {
        var parts = new ArrayList<String>();
        question.only().forEach((dimension, wanted) -> {
            if (dimension.isAccount() == isOfAccounts) {
                values.add(wanted);
                parts.add(condition(dimension, wanted.contains("")));
            }
        });
        return parts.isEmpty() ? "true" : String.join(" and ", parts);
    }

    private String condition(Dimension dimension, boolean orNone) {
        var is = is(dimension);
        return orNone ? "(%s or %s is null)".formatted(is, number(dimension)) : is;
    }

    private String is(Dimension dimension) {
        var among = number(dimension) + " in (select ";
        return switch (dimension) {
            case CLUSTER ->
                isOfSums
                        ? among + "id from gpu_ledger.cluster where name" + NAMED + ")"
                        : among + "gpu.id from gpu_ledger.gpu join gpu_ledger.cluster on cluster.id = gpu.cluster_id"
                                + " where cluster.name" + NAMED + ")";
            case TEAM, SKU, NODE -> among + "id from gpu_ledger." + dimension.word() + " where name" + NAMED + ")";
            case NAMESPACE, POD -> among + "id from gpu_ledger.owner where " + dimension.word() + NAMED + ")";
            case WORKLOAD ->
                among + "owner.id from gpu_ledger.owner join gpu_ledger.workload on workload.id = owner.workload_id"
                        + " where workload.kind || '/' || workload.name" + NAMED + ")";
            case GPU -> among + "id from gpu_ledger.gpu where uuid" + NAMED + ")";
            case STATE -> "state::text" + NAMED;
            case CAUSE -> "cause" + NAMED;
            case HOUR, DAY -> throw new IllegalArgumentException(dimension + " is no filter");
        };
    }
}
