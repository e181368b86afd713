package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.service.doctor.Examination;
import io.gpuledger.service.doctor.Line;
import io.gpuledger.service.doctor.Line.Fault;
import io.gpuledger.service.doctor.Line.Ok;
import io.gpuledger.service.doctor.Line.Warning;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DoctorRouteTest {
    private static final Line WELL = new Ok("disk", "37 GiB are free in /var/lib/gpu-analyzer");
    private static final Line DULL =
            new Warning("doors", "at <0.0.0.0:8080> anybody who reaches it may read all, and write", "say who may");
    private static final Line WRONG = new Fault(
            "mail",
            "smtp://relay.example:587 is not reached: it does not answer within 10 s",
            "look at --mail-relay, and at the network between");

    static final List<Examination> OF_EACH_GRADE = examinations(WELL, DULL, WRONG);

    private final Site site = Site.away();

    @AfterEach
    void end() {
        site.close();
    }

    private static List<Examination> examinations(Line... lines) {
        return Stream.of(lines)
                .map(line -> new Examination(line.subject(), "", () -> List.of(line)))
                .toList();
    }

    @Test
    void what_does_not_work_stands_first_and_beside_it_what_mends_it() throws Exception {
        site.examinations = OF_EACH_GRADE;
        var page = site.get("/doctor").body();

        assertThat(page).contains("To mend: 1 of 3.").doesNotContain("<0.0.0.0");
        assertThat(page.indexOf("smtp://relay")).isLessThan(page.indexOf("anybody who"));
        assertThat(page.indexOf("anybody who")).isLessThan(page.indexOf("37 GiB"));
        assertThat(PageTable.of(page, "Until it is mended"))
                .containsExactly(List.of(WRONG.subject(), WRONG.words(), WRONG.fix()));
        assertThat(PageTable.of(page, "Nothing has to be done")).containsExactly(List.of(WELL.subject(), WELL.words()));
    }

    @Test
    void where_all_is_well_the_page_says_no_more_than_that() throws Exception {
        site.examinations = examinations(WELL);

        assertThat(site.get("/doctor").body()).contains("All is well.").doesNotContain("To do");
    }

    @Test
    void programs_are_told_the_same_in_the_order_of_the_command() throws Exception {
        site.examinations = OF_EACH_GRADE;
        var lines = site.data("/api/v1/doctor").path("lines");

        assertThat(lines).extracting(line -> line.path("grade").asText()).containsExactly("ok", "warning", "fault");
        assertThat(lines.get(2).path("fix").asText()).isEqualTo(WRONG.fix());
    }
}
