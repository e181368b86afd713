package io.gpuledger.analyzer.parse.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PiecesTest {
    private final Interner interner = new Interner();
    private final Pieces pieces = new Pieces(interner);

    @Test
    void the_first_block_is_its_own_head() {
        assertThat(cut("{gpu=\"0\",node=\"n\"}")).isEqualTo("{gpu=\"0\",node=\"n\" }");
    }

    @Test
    void what_more_a_block_says_of_the_same_gpu_is_its_tail() {
        cut("{gpu=\"0\",node=\"n\"}");

        assertThat(cut("{gpu=\"0\",node=\"n\",link=\"3\"}")).isEqualTo("{gpu=\"0\",node=\"n\" ,link=\"3\"}");
        assertThat(cut("{gpu=\"0\",node=\"n\",reading=\"clock\",reason=\"old\"}"))
                .isEqualTo("{gpu=\"0\",node=\"n\" ,reading=\"clock\",reason=\"old\"}");
    }

    @Test
    void where_no_block_says_only_whose_it_is_the_second_one_shows_what_they_have_in_common() {
        assertThat(cut("{gpu=\"0\",xid=\"31\"}")).isEqualTo("{gpu=\"0\",xid=\"31\" }");
        assertThat(cut("{gpu=\"0\",xid=\"43\"}")).isEqualTo("{gpu=\"0\" ,xid=\"43\"}");
        assertThat(cut("{gpu=\"0\",xid=\"48\"}")).isEqualTo("{gpu=\"0\" ,xid=\"48\"}");
    }

    @Test
    void heads_are_one_for_a_reader_and_tails_one_for_all() {
        cut("{gpu=\"0\",node=\"n\"}");
        cut("{gpu=\"1\",node=\"n\"}");
        var first = pieces.cut(text("{gpu=\"0\",node=\"n\",link=\"3\"}"));
        var second = pieces.cut(text("{gpu=\"0\",node=\"n\",link=\"4\"}"));
        var other = pieces.cut(text("{gpu=\"1\",node=\"n\",link=\"3\"}"));

        assertThat(second.head()).isSameAs(first.head());
        assertThat(other.tail()).isSameAs(first.tail());
    }

    @Test
    void one_that_knows_the_heads_of_before_cuts_as_the_one_before() {
        pieces.know(text("{gpu=\"0\",xid=\"31\""));

        assertThat(cut("{gpu=\"0\",xid=\"43\"}")).isEqualTo("{gpu=\"0\" ,xid=\"43\"}");
    }

    @Test
    void whatever_a_block_is_its_pieces_are_it() {
        var seed = new SplittableRandom().nextLong();
        System.out.println("seed " + seed);
        var random = new SplittableRandom(seed);
        for (var round = 0; round < 20_000; round++) {
            var block = "{"
                    + random.ints(random.nextInt(12), 0, 4)
                            .mapToObj(i -> String.valueOf(",a\"}".charAt(i)))
                            .reduce("", String::concat)
                    + "}";

            assertThat(pieces.cut(text(block)).text()).hasToString(block);
        }
    }

    private String cut(String block) {
        var cut = pieces.cut(text(block));
        return cut.head() + " " + cut.tail();
    }

    private static Text text(String some) {
        var bytes = some.getBytes(UTF_8);
        return Text.of(bytes, 0, bytes.length);
    }
}
