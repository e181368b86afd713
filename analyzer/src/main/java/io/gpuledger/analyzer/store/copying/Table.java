package io.gpuledger.analyzer.store.copying;

import io.gpuledger.analyzer.store.postgres.CopyMark;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A table of the books, as a database has it. The columns that a table has are the same in two databases of the same
/// version, but their order need not be.
///
/// @param columns by name, each with its type
/// @param rows about how many there are, as far as the database knows
record Table(String name, Map<String, String> columns, long rows) {
    private static final String TABLES = """
        select c.relname, string_agg(quote_ident(a.attname), '|' order by a.attnum),
            string_agg(format_type(a.atttypid, a.atttypmod), '|' order by a.attnum),
            greatest(c.reltuples, (
                select sum(part.reltuples) filter (where part.reltuples > 0)
                from pg_inherits i
                join pg_class part on part.oid = i.inhrelid
                where i.inhparent = c.oid), 0)::bigint
        from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid
        where n.nspname = 'gpu_ledger' and c.relkind in ('r', 'p') and not c.relispartition
            and c.relname <> all (?) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        group by c.oid, c.relname, c.reltuples
        order by c.relname
        """;
    private static final String NAMED = """
        select distinct c.relname, named.relname
        from pg_constraint f
        join pg_class c on c.oid = f.conrelid
        join pg_class named on named.oid = f.confrelid
        join pg_namespace n on n.oid = c.relnamespace
        where f.contype = 'f' and n.nspname = 'gpu_ledger' and c.oid <> named.oid
        """;

    /// These say of a database what it is itself.
    private static final List<String> ITS_OWN = List.of("flyway_schema_history", CopyMark.TABLE);

    /// Returns all tables of a database, those before others that rows of the others name. So no row comes before one
    /// that it names.
    static List<Table> all(Session session) throws DatabaseException {
        var left = new TreeMap<String, Table>();
        new Query<>(session)
                .textArray(ITS_OWN)
                .query(
                        TABLES,
                        row -> left.put(
                                row.text(1),
                                new Table(row.text(1), columns(row.text(2), row.text(3)), row.longNumber(4))));
        var named = named(session);
        var sorted = new ArrayList<Table>();
        while (!left.isEmpty()) {
            var next = left.values().stream()
                    .filter(table ->
                            named.getOrDefault(table.name, Set.of()).stream().noneMatch(left::containsKey))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("tables name each other: " + left.keySet()));
            sorted.add(next);
            left.remove(next.name);
        }
        return sorted;
    }

    private static Map<String, String> columns(String names, String types) {
        var name = names.split("\\|", -1);
        var type = types.split("\\|", -1);
        var columns = new LinkedHashMap<String, String>();
        for (var i = 0; i < name.length; i++) {
            columns.put(name[i], type[i]);
        }
        return columns;
    }

    /// Returns the tables that rows of each table name.
    private static Map<String, Set<String>> named(Session session) throws DatabaseException {
        record Naming(String table, String named) {}
        return new Query<>(session)
                .list(NAMED, row -> new Naming(row.text(1), row.text(2))).stream()
                        .collect(Collectors.groupingBy(
                                Naming::table, Collectors.mapping(Naming::named, Collectors.toSet())));
    }

    /// Returns the names of its columns, which are named wherever rows of two databases meet.
    String columnNames() {
        return String.join(", ", columns.keySet());
    }

    boolean isLike(Table other) {
        return name.equals(other.name) && columns.equals(other.columns);
    }

    boolean hasRows(Session session) throws DatabaseException {
        return new Query<>(session)
                .one("select exists (select from gpu_ledger.%s)".formatted(name), row -> row.isTrue(1));
    }
}
