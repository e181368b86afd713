package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.report.Edition.OfFleet;
import io.gpuledger.analyzer.report.Edition.OfTeam;
import java.net.URI;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EditionPathTest {
    private static final List<String> PIECES = List.of(
            "-", ".", "/", "\\", "~", "%", "~2F", "%2F", "a", "A", " ", "+", "?", "#", "ü", "\uD83D\uDE00", "\t", "\"");

    private static Edition readBack(Edition edition) {
        var url = URI.create("http://x/reports/" + EditionPath.of(edition) + "/2026-W47")
                .normalize();
        var parts = url.getPath().split("/", -1);
        assertThat(parts).hasSize(4);
        return EditionPath.read(parts[2]);
    }

    @Test
    void the_fleet_is_no_team() {
        assertThat(EditionPath.of(new OfFleet())).isEqualTo("-");
        assertThat(EditionPath.of(new OfTeam("-"))).isEqualTo("~2D");
        assertThat(readBack(new OfTeam("-"))).isEqualTo(new OfTeam("-"));
        assertThat(EditionPath.of(new OfTeam("speech"))).isEqualTo("speech");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void a_team_with_any_name_is_found_again(long seed) {
        var random = new Random(seed);
        for (var round = 0; round < 1_000; round++) {
            var name = random.ints(1 + random.nextInt(5), 0, PIECES.size())
                    .mapToObj(PIECES::get)
                    .reduce("", String::concat);

            assertThat(readBack(new OfTeam(name))).isEqualTo(new OfTeam(name));
        }
    }
}
