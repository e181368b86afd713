package io.gpuledger.analyzer.store.questions;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What entries can be told apart by. What has no owner has no team, namespace, workload and pod; a state that has no
/// causes has no cause.
public enum Dimension {
    CLUSTER("cluster.name", Is.SUMMED),
    TEAM("team.name", Is.SUMMED),
    NAMESPACE("owner.namespace", Is.OF_ENTRIES),
    /// It is named by its kind and name: another namespace or cluster may have one with the same.
    WORKLOAD("workload.kind || '/' || workload.name", Is.OF_ENTRIES),
    POD("owner.pod", Is.OF_ENTRIES),
    NODE("node.name", Is.OF_ENTRIES),
    SKU("sku.name", Is.SUMMED),
    GPU("gpu.uuid", Is.OF_ENTRIES),
    STATE("raw.state::text", Is.SUMMED),
    CAUSE("raw.cause", Is.SUMMED),
    HOUR("to_char(raw.hour at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')", Is.TIME),
    DAY("to_char(raw.hour at time zone 'UTC', 'YYYY-MM-DD')", Is.TIME);

    private enum Is {
        /// Sums by the hour know the dimension.
        SUMMED,
        /// Only entries know the dimension.
        OF_ENTRIES,
        /// Sums by the hour know it too, and it is asked for by a begin and an end.
        TIME
    }

    public static final List<Dimension> ALL = List.of(values());

    private static final Map<String, Dimension> BY_WORD =
            ALL.stream().collect(Collectors.toUnmodifiableMap(Dimension::word, Function.identity()));

    private final String word = name().toLowerCase(Locale.ROOT);
    private final String nameSql;
    private final Is is;

    Dimension(String nameSql, Is is) {
        this.nameSql = nameSql;
        this.is = is;
    }

    /// Returns its name in questions and answers.
    public String word() {
        return word;
    }

    public static Optional<Dimension> of(String word) {
        return Optional.ofNullable(BY_WORD.get(word));
    }

    /// Whether a question can be narrowed by it.
    public boolean isFilter() {
        return is != Is.TIME;
    }

    boolean isSummed() {
        return is != Is.OF_ENTRIES;
    }

    /// Whether it says in which account time stands, not whose it is.
    boolean isAccount() {
        return this == STATE || this == CAUSE;
    }

    /// Returns its value in SQL, from `raw` and the tables that it names.
    String nameSql() {
        return nameSql;
    }
}
