package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.report.Csv;
import io.gpuledger.analyzer.store.questions.Dimension;
import io.gpuledger.analyzer.store.questions.LedgerAnswer;
import io.gpuledger.analyzer.store.questions.LedgerQuestion;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// An answer of the ledger as a table. It has a column for each currency of the whole answer, on each of its pages.
final class LedgerCsv {
    private LedgerCsv() {}

    static String of(LedgerQuestion question, LedgerAnswer answer) {
        var currencies = List.copyOf(answer.cost().keySet());
        var csv = new Csv().head(head(question, currencies));
        for (var line : answer.lines()) {
            line.key().forEach(value -> csv.text(value.orElse("")));
            var sum = line.sum();
            csv.plain(LedgerJson.seconds(sum.millis()))
                    .plain(LedgerJson.seconds(sum.unpriced()))
                    .plain(LedgerJson.seconds(sum.open()))
                    .plain(LedgerJson.seconds(sum.filling()))
                    .plain(sum.isSettled())
                    .plain(sum.coverage())
                    .plain(LedgerJson.seconds(sum.uncertain()))
                    .plain(sum.millijoules()
                            .map(LedgerJson::seconds)
                            .map(BigDecimal::toPlainString)
                            .orElse(""));
            currencies.forEach(currency -> csv.plain(
                    BigDecimal.valueOf(sum.cost().getOrDefault(currency, 0L), 6).toPlainString()));
            csv.end();
        }
        return csv.toString();
    }

    private static List<String> head(LedgerQuestion question, List<String> currencies) {
        var head = new ArrayList<>(question.by().stream().map(Dimension::word).toList());
        head.addAll(List.of(
                "gpu_seconds",
                "unpriced_seconds",
                "provisional_seconds",
                "filling_seconds",
                "settled",
                "coverage",
                "uncertain_seconds",
                "energy_joules"));
        currencies.forEach(currency -> head.add("cost_" + currency.toLowerCase(Locale.ROOT)));
        return head;
    }
}
