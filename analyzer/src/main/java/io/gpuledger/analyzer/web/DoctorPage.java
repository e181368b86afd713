package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.web.page.Address;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import io.gpuledger.service.doctor.Checkup;
import io.gpuledger.service.doctor.Line;
import io.gpuledger.service.doctor.Line.Fault;
import io.gpuledger.service.doctor.Line.Ok;
import io.gpuledger.service.doctor.Line.Warning;
import java.util.List;

/// The page at `/doctor` says whether all is well that the analyzer depends on: first what does not work.
record DoctorPage(Checkup.Result result) {
    static final String PATH = "/doctor";

    private static final Column<Line> SUBJECT = Column.of("What", line -> Node.text(line.subject()));
    private static final Column<Line> FIX = new Column<>("To do", "words todo", line -> Node.text(line.fix()));

    Node node() {
        return Node.of(
                Element.of("p", headline()).with("class", "headline"),
                table("What does not work", "Until it is mended, a part of the analyzer does nothing.", Fault.class),
                table("What works less well than it could", "The analyzer goes on with it.", Warning.class),
                table("What is well", "Nothing has to be done about these.", Ok.class),
                Sections.aside(
                        Node.text(("All this was so at %s. Who opens the page more than a minute later has it looked at"
                                        + " anew. It is what gpu-analyzer doctor says with the same settings, seen from"
                                        + " where the analyzer runs. What is in force: ")
                                .formatted(Period.time(result.at()))),
                        Address.of("settings").link("settings"),
                        Node.text(".")));
    }

    private <L extends Line> List<Line> of(Class<L> grade) {
        return result.examined().lines().stream().filter(grade::isInstance).toList();
    }

    private String headline() {
        var faults = of(Fault.class).size();
        var warnings = of(Warning.class).size();
        var all = result.examined().lines().size();
        if (faults + warnings == 0) {
            return "All is well.";
        }
        return faults == 0
                ? "All works; to think about: %d of %d.".formatted(warnings, all)
                : "To mend: %d of %d.".formatted(faults, all);
    }

    private <L extends Line> Node table(String heading, String caption, Class<L> grade) {
        var lines = of(grade);
        if (lines.isEmpty()) {
            return Node.NONE;
        }
        var words = new Column<Line>("What is so", "words", line -> Node.text(line.words()));
        var columns = grade == Ok.class ? List.of(SUBJECT, words) : List.of(SUBJECT, words, FIX);
        return Node.of(
                Sections.heading(heading), new Grid<>("wide stack looks", caption, columns, lines, List.of()).node());
    }
}
