package io.gpuledger.analyzer.web.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpuledger.analyzer.access.Viewer;
import io.gpuledger.analyzer.web.api.Parameter.One;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PagingTest {
    private static final Paging PAGING = Paging.withTable(10_000, 100, "things");
    private static final One<String> COLOR = new One<>("color", Reading.TEXT, "", "all", "Only these.");
    private static final One<String> AT = new One<>("at", Reading.TEXT, "", "now", "When.");
    private static final List<Parameter> ALL = Stream.concat(
                    Stream.of(COLOR, AT, Format.PARAMETER), PAGING.parameters().stream())
            .toList();

    private static Page page(Map<String, List<String>> given, boolean isTable) {
        return Question.of(ALL, asked -> {
                    asked.get(COLOR);
                    asked.get(AT);
                    return PAGING.ofTable(asked, 10_000, Map.of(AT, "noon"));
                })
                .of(new Asked(ALL, given, Map.of(), "", isTable, Viewer.ANYBODY));
    }

    private static Page page(int limit, int number) {
        return page(Map.of("limit", List.of("" + limit), "page", List.of("" + number)), false);
    }

    @Test
    void a_page_is_a_part_of_the_list() {
        var all = IntStream.range(0, 25).boxed().toList();

        assertThat(page(10, 1).of(all)).isEqualTo(all.subList(0, 10));
        assertThat(page(10, 3).of(all)).isEqualTo(all.subList(20, 25));
        assertThat(page(10, 4).of(all)).isEmpty();
    }

    @Test
    void the_next_page_is_told_while_there_is_one() {
        assertThat(page(10, 2).next(21)).hasValue(3);
        assertThat(page(10, 2).next(20)).isEmpty();
        assertThat(page(10, 1).next(0)).isEmpty();
    }

    @Test
    void no_page_is_offered_that_cannot_be_asked_for() {
        assertThat(page(10_000, 100).next(5_000_000)).hasValue(101);
        assertThat(page(10_000, 101).skip()).isEqualTo(1_000_000);
        assertThat(page(10_000, 101).next(5_000_000)).isEmpty();
        assertThatExceptionOfType(BadQuestionException.class).isThrownBy(() -> page(10_000, 102));
    }

    @Test
    void the_next_page_is_of_the_same_question_whoever_asks_for_it_and_when() {
        assertThat(page(Map.of("color", List.of("a&b")), false).nextQuery(1_000))
                .hasValue("color=a%26b&at=noon&format=json&limit=100&page=2");
        assertThat(page(Map.of("at", List.of("dawn")), true).nextQuery(100_000))
                .hasValue("at=noon&format=csv&limit=10000&page=2");
    }
}
