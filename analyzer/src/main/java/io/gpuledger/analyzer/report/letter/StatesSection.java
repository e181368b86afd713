package io.gpuledger.analyzer.report.letter;

import static io.gpuledger.analyzer.report.Figures.change;
import static io.gpuledger.analyzer.report.Figures.hours;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Accounts;
import io.gpuledger.analyzer.report.Figures;
import io.gpuledger.analyzer.report.Shares;
import io.gpuledger.analyzer.report.letter.Block.Names;
import io.gpuledger.analyzer.report.letter.Block.Row;
import io.gpuledger.analyzer.report.letter.Block.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Shows in which states time was. What is shown of each state adds up to what is shown of all, to the tenth of
/// an hour, the tenth of a per cent and the cent.
///
/// @param before the time before, where it can be compared
/// @param window how long the time is that the GPUs are a mean of
record StatesSection(String sum, List<State> states, Accounts now, Optional<Accounts> before, long window) {
    private static final String GPUS = "GPUs";
    private static final long CENT = 10_000;

    Table table() {
        var parts = parts(now);
        var tenths = Shares.of(parts, Figures.TENTH_OF_HOUR);
        var thousandths = Shares.thousandths(parts);
        var costs = now.cost().keySet().stream()
                .map(currency -> Shares.of(
                        states.stream()
                                .mapToLong(state -> now.cost(state).getOrDefault(currency, 0L))
                                .toArray(),
                        CENT))
                .toList();
        var rows = new ArrayList<Row>();
        for (var i = 0; i < parts.length; i++) {
            var cells = new ArrayList<>(List.of(
                    Figures.tenths(tenths[i]), Figures.tenths(thousandths[i]) + " %", Figures.gpus(parts[i], window)));
            cells.addAll(changed(states.get(i)));
            for (var cost : costs) {
                cells.add(Figures.hundredths(cost[i]));
            }
            rows.add(new Row(states.get(i).word(), cells, "", false));
        }
        rows.add(all());
        return new Table(Names.WORDS, "", columns(), Set.of(GPUS), rows);
    }

    private List<String> columns() {
        var columns = new ArrayList<>(List.of("GPU-hours", "part", GPUS));
        if (before.isPresent()) {
            columns.add("change");
        }
        columns.addAll(now.cost().keySet());
        return columns;
    }

    private List<String> changed(State state) {
        return before.map(then -> change(now.of(state), then.of(state))).stream()
                .toList();
    }

    private Row all() {
        var cells = new ArrayList<>(
                List.of(hours(now.all()), now.all() == 0 ? "-" : "100.0 %", Figures.gpus(now.all(), window)));
        cells.addAll(before.map(then -> change(now.all(), then.all())).stream().toList());
        now.cost().values().forEach(micros -> cells.add(Figures.money(micros)));
        return new Row(sum, cells, "", true);
    }

    private long[] parts(Accounts accounts) {
        return states.stream().mapToLong(accounts::of).toArray();
    }
}
