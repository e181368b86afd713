package io.gpuledger.gate;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PomTest {
    private static final int LINES_MAX = 180;
    private static final Pattern VERSION_PROPERTY = Pattern.compile("<(version\\.[^>]+)>");
    private static final Pattern PARENT = Pattern.compile("(?s)<parent>.*</parent>");
    private static final Pattern VERSION_LITERAL = Pattern.compile("<version>(?!\\$\\{)[^<]*");

    private final String root = pom(Repository.root());
    private final List<String> versions = VERSION_PROPERTY
            .matcher(root)
            .results()
            .map(found -> found.group(1))
            .toList();

    @Test
    void versions_are_sorted() {
        assertThat(versions).isNotEmpty().isSorted();
    }

    @Test
    void every_version_is_used() {
        String poms = Stream.concat(
                        Stream.of(root), Repository.modules().stream().map(PomTest::pom))
                .collect(joining());

        assertThat(versions)
                .filteredOn(version -> !poms.contains("${" + version + "}"))
                .isEmpty();
    }

    @Test
    void a_module_names_no_version_but_its_parents() {
        assertThat(Repository.modules()).allSatisfy(module -> {
            String own = PARENT.matcher(pom(module)).replaceAll("");
            assertThat(VERSION_LITERAL.matcher(own).results().map(MatchResult::group))
                    .isEmpty();
        });
    }

    @Test
    void a_module_has_a_short_pom() {
        assertThat(Repository.modules())
                .allSatisfy(module -> assertThat(pom(module).lines()).hasSizeLessThan(LINES_MAX));
    }

    private static String pom(Path folder) {
        return Repository.read(folder.resolve("pom.xml"));
    }
}
