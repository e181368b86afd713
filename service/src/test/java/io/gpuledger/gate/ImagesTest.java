package io.gpuledger.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The Dockerfiles cannot be run where there is no Docker. What comes out of their last stages is made without one,
/// too, and started by deploy/images/prove.sh.
class ImagesTest {
    private static final Pattern FROM = Pattern.compile("(?m)^FROM (\\S+)");
    private static final Pattern SHORT = Pattern.compile("[a-z]+(:[\\w.-]+)?");
    private static final Pattern COPY = Pattern.compile("(?m)^COPY (?!--from)(?:--chown=\\S+ )?(\\S+) ");
    private static final Pattern BUILT = Pattern.compile("(?m)^COPY --from=build /source/(\\S+)/target/dist ");
    private static final Pattern LAYER = Pattern.compile("(?m)^COPY --from=layers .*/layers/(\\S+) /$");
    private static final Pattern MODULES = Pattern.compile("(?m)^RUN mvn .* -pl (\\S+) ");

    private static String dockerfile(String module) {
        return Repository.read(Repository.root().resolve("deploy/docker/%s.Dockerfile".formatted(module)));
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"analyzer", "exporter"})
    void a_dockerfile_takes_what_is_there(String module) {
        var text = dockerfile(module);
        assertThat(found(FROM, text))
                .hasSize(3)
                .endsWith("scratch")
                .allMatch(name -> SHORT.matcher(name).matches());
        assertThat(found(COPY, text))
                .contains("deploy/images/layers.sh")
                .allSatisfy(
                        source -> assertThat(Repository.root().resolve(source)).exists());
        assertThat(found(BUILT, text)).containsExactly(module);
        assertThat(text).contains("layers.sh %s /dist /layers".formatted(module));
        assertThat(found(MODULES, text))
                .singleElement()
                .satisfies(modules -> assertThat(modules.split(",", -1))
                        .contains(module)
                        .allSatisfy(name ->
                                assertThat(Repository.root().resolve(name)).isDirectory()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"analyzer", "exporter"})
    void its_layers_are_those_that_are_made(String module) {
        var made = Repository.read(Repository.root().resolve("deploy/images/layers.sh"));
        assertThat(found(LAYER, dockerfile(module)))
                .isSorted()
                .startsWith("1-system", "2-runtime", "3-libraries", "4-program")
                .hasSize(module.equals("analyzer") ? 5 : 4)
                .allSatisfy(layer -> assertThat(made).contains("#   " + layer));
    }

    @ParameterizedTest
    @ValueSource(strings = {"analyzer", "exporter"})
    void an_image_is_of_this_version_and_what_the_chart_expects(String module) {
        var program = "gpu-" + module;
        var launcher = "/opt/%1$s/bin/%1$s".formatted(program);
        var port = module.equals("analyzer") ? 8080 : 9400;
        assertThat(dockerfile(module).lines().map(String::strip))
                .contains("org.opencontainers.image.version=\"%s\" \\".formatted(Poms.version()))
                .contains("#   docker build -f deploy/docker/%s.Dockerfile -t %s:%s ."
                        .formatted(module, program, Poms.version()))
                .contains("ENTRYPOINT [\"%s\"]".formatted(launcher), "EXPOSE " + port, "USER 65532:65532");
        assertThat(Repository.read(Repository.root().resolve("deploy/kubernetes/%s.yaml".formatted(module))))
                .contains("image: %s:%s".formatted(program, Poms.version()), "containerPort: " + port);
    }
}
