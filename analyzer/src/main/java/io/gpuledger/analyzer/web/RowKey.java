package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Field.Named;
import io.gpuledger.analyzer.web.api.Schema;
import io.gpuledger.analyzer.web.api.Value;
import io.gpuledger.analyzer.web.api.Value.Nothing;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// What a row is of: the words of what rows are told apart by, and the row's value of each, if it has one.
record RowKey(List<String> by, List<Optional<String>> values) {
    /// What these columns are called where it is said which columns there are.
    static final String NAMES = "each of `by`";

    static <R> Field<R> field(Function<R, RowKey> key) {
        return new Named<>(
                NAMES,
                Schema.Plain.TEXT,
                "What the row is of; `null` for what has none.",
                row -> key.apply(row).named());
    }

    private Map<String, Value> named() {
        var named = new LinkedHashMap<String, Value>();
        for (var i = 0; i < by.size(); i++) {
            named.put(by.get(i), values.get(i).<Value>map(Value.Text::new).orElse(Nothing.NOTHING));
        }
        return named;
    }
}
