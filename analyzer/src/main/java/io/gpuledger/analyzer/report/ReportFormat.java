package io.gpuledger.analyzer.report;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// The formats in which the command `report` writes a letter.
public enum ReportFormat {
    TEXT(".txt"),
    HTML(".html"),
    CSV(".csv"),
    /// A file that mail programs open.
    EML(".eml");

    private final String ending;

    ReportFormat(String ending) {
        this.ending = ending;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Returns the format of a file that has this name.
    static Optional<ReportFormat> of(String fileName) {
        return Arrays.stream(values())
                .filter(format -> fileName.endsWith(format.ending))
                .findFirst();
    }
}
