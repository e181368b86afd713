package io.gpuledger.gate;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The arrows between the packages of a module, drawn as a table and held against what was compiled.
///
/// ```
/// device           ->
/// device.simulated -> device
/// sampler          -> device, service.settings
/// Main             -> device, device.simulated, sampler
/// ```
///
/// A package is named relative to the module's root package, which is `Main`; on the right, a package of another
/// module relative to io.gpuledger. A line that ends with a comma goes on in the next.
public final class Arrows {
    private final Table table;
    private final List<Fence> fences;

    private Arrows(Table table, List<Fence> fences) {
        this.table = table;
        this.fences = fences;
    }

    public static Arrows of(String rootPackage, String table) {
        return new Arrows(Table.parse(rootPackage, table), List.of());
    }

    /// These arrows, with the packages of a library (`com.sun.jna`) allowed in these packages and nowhere else.
    /// Every library needs a fence; a package of the JDK can have one.
    public Arrows fence(String library, String... packages) {
        var fence = new Fence(library, Set.of(packages));
        return new Arrows(
                table, Stream.concat(fences.stream(), Stream.of(fence)).toList());
    }

    /// Refuses the module whose tests run, with all that is wrong with it, where code and table differ.
    public void verify() {
        var problems = problems(Path.of(""));
        if (!problems.isEmpty()) {
            throw new AssertionError(
                    "The arrows of " + table.root() + " do not hold:\n- " + String.join("\n- ", problems));
        }
    }

    List<String> problems(Path module) {
        return new Inspection(table, fences, Code.of(module)).problems();
    }

    /// The table as a Mermaid block for a Markdown document, in the order in which it is written.
    public String drawing() {
        var drawing = new StringBuilder("```mermaid\ngraph LR\n");
        table.arrows().forEach((from, row) -> {
            if (row.isEmpty()) {
                drawing.append("    ").append(from).append('\n');
            }
            row.forEach(to -> drawing.append("    %s --> %s\n".formatted(from, to)));
        });
        return drawing.append("```\n").toString();
    }
}
