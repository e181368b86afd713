package io.gpuledger.exporter.device.simulated;

import io.gpuledger.exporter.device.simulated.Scenario.Gpu;
import io.gpuledger.exporter.device.simulated.Scenario.Timed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Reads a script to its end, whatever is wrong with it, so that all its bad lines are told at once.
final class ScenarioParser {
    private final Map<String, Consumer<Words>> statements =
            Map.of("driver", this::driver, "gpu", this::gpu, "at", this::at);
    private final List<String> lines;
    private final SortedMap<Integer, String> problems = new TreeMap<>();

    private String driver = Scenario.DEFAULT_DRIVER;
    private final List<Gpu> gpus = new ArrayList<>();
    private final SortedMap<Integer, Timed> faults = new TreeMap<>();
    private int line;

    ScenarioParser(String text) {
        this.lines = text.lines().toList();
    }

    Scenario parse() {
        for (String text : lines) {
            line++;
            statement(new Words(text.replaceFirst("#.*", "")));
        }
        var scenario = new Scenario(driver, gpus, inOrder());
        // A GPU whose line is bad has no number, so faults are held against the GPUs only when all are known.
        if (problems.isEmpty()) {
            faults.forEach(
                    (at, timed) -> scenario.problemWith(timed.fault()).ifPresent(problem -> problems.put(at, problem)));
        }
        if (!problems.isEmpty()) {
            throw new ScenarioException(problems.entrySet().stream()
                    .map(problem -> "line %d: %s".formatted(problem.getKey(), problem.getValue()))
                    .toList());
        }
        return scenario;
    }

    private void statement(Words words) {
        if (words.isEmpty()) {
            return;
        }
        try {
            words.oneOf("statement", statements).accept(words);
            words.end();
        } catch (ScenarioException e) {
            problems.put(line, e.problem());
        }
    }

    private void driver(Words words) {
        driver = words.next("driver version");
    }

    private void gpu(Words words) {
        Model model = words.oneOf("model", Model.class);
        Layout layout = Grammar.layout(words);
        layout.problemOn(model).ifPresent(problem -> {
            throw new ScenarioException(problem);
        });
        gpus.add(new Gpu(model, layout));
    }

    private void at(Words words) {
        Duration after = words.duration("time");
        faults.put(line, new Timed(after, Grammar.fault(words)));
    }

    private List<Timed> inOrder() {
        return faults.values().stream()
                .sorted(Comparator.comparing(Timed::after))
                .toList();
    }
}
