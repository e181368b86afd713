package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.DocumentedCommand;
import java.net.URI;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Asks what the documents ask by curl. The fixed books do not have everything that the examples name: what is not
/// there is said to be not there, which is an answer.
class DocumentedQuestionsTest {
    private static final Pattern NOT_THERE = Pattern.compile("\"status\":404.*\"detail\":\"(?:there is )?no ");
    private static final String MANIFEST = """
        apiVersion: v1
        kind: Pod
        metadata: {name: train-0, namespace: vision}
        spec:
          containers:
            - {name: main, image: none, resources: {limits: {nvidia.com/gpu: 8}}}
        """;

    @RegisterExtension
    private static final FixedSite SITE = new FixedSite();

    static List<DocumentedCommand> commands() {
        return DocumentedCommand.of("curl").stream()
                .filter(command -> command.text().contains(":8080/"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void each_is_answered(DocumentedCommand command) throws Exception {
        var words = command.words();
        var url = words.stream()
                .filter(word -> word.startsWith("http://"))
                .map(URI::create)
                .findFirst()
                .orElseThrow();
        var path = url.getRawPath() + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery());
        var method = method(words);
        var answer = method.equals("GET")
                ? SITE.get(path)
                : SITE.send(method, path, body(words), "Content-Type", type(words));

        assertThat(answer.statusCode() == 200
                        || NOT_THERE.matcher(answer.body()).find())
                .as(answer.statusCode() + " " + answer.body())
                .isTrue();
    }

    private static String method(List<String> words) {
        if (words.contains("-X")) {
            return words.get(words.indexOf("-X") + 1);
        }
        return words.contains("-d") || words.contains("--data-binary") ? "POST" : "GET";
    }

    private static String type(List<String> words) {
        return words.contains("-d") ? "application/json" : "application/x-www-form-urlencoded";
    }

    private static String body(List<String> words) {
        return words.contains("-d") ? words.get(words.indexOf("-d") + 1) : MANIFEST;
    }
}
