package io.gpuledger.analyzer.web.api;

import io.gpuledger.analyzer.web.api.Parameter.One;
import java.util.List;

/// The two ways in which an answer can be written that is a table too.
public enum Format {
    JSON("json"),
    CSV("csv");

    public static final One<Format> PARAMETER = new One<>(
            "format",
            Reading.of(new Schema.OneOf(List.of(JSON.word, CSV.word)), Format::of),
            JSON,
            "`json`; `csv` for who accepts `text/csv`",
            "What the answer is written as.");

    private final String word;

    Format(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    private static Format of(String word) {
        return switch (word) {
            case "csv" -> CSV;
            case "json" -> JSON;
            default -> throw new IllegalArgumentException("must be json or csv");
        };
    }
}
