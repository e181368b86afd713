package io.gpuledger.gate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a program asked a real API server for, as its audit log says. They were recorded from both programs in
/// a cluster with all kinds of objects that they look at, and stand in a file beside the values of the chart.
/// Run as a program, this prints such a file anew from an audit log:
///
///     RecordedRequest AUDIT.LOG ACCOUNT=PROGRAM...
///
/// @param resource with its group before it, if it has one
record RecordedRequest(String program, String verb, String resource) {
    private static final Path FILE = Repository.root().resolve("service/src/test/resources/chart/requests.txt");

    /// Anybody may ask what he may do himself, as the doctor does.
    private static final List<String> FOR_ALL = List.of("authorization.k8s.io/selfsubjectaccessreviews");

    static List<RecordedRequest> all() {
        return Repository.read(FILE)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" "))
                .map(words -> new RecordedRequest(words[0], words[1], words[2]))
                .toList();
    }

    static RecordedRequest of(String program, String verb, String group, String resource) {
        return new RecordedRequest(program, verb, group.isEmpty() ? resource : group + "/" + resource);
    }

    static void main(String... arguments) throws IOException {
        var programs = Arrays.stream(arguments)
                .skip(1)
                .map(argument -> argument.split("="))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        var json = new ObjectMapper();
        try (var lines = Files.lines(Path.of(arguments[0]))) {
            lines.map(line -> read(json, line))
                    .flatMap(event -> of(event, programs).stream())
                    .filter(request -> !FOR_ALL.contains(request.resource))
                    .map(request -> "%s %s %s".formatted(request.program, request.verb, request.resource))
                    .sorted()
                    .distinct()
                    .forEach(IO::println);
        }
    }

    private static JsonNode read(ObjectMapper json, String line) {
        try {
            return json.readTree(line);
        } catch (IOException e) {
            throw new IllegalArgumentException("no line of an audit log: " + line, e);
        }
    }

    private static Optional<RecordedRequest> of(JsonNode event, Map<String, String> programs) {
        var user = event.path("user").path("username").asText();
        var object = event.path("objectRef");
        return Optional.ofNullable(programs.get(user.substring(user.lastIndexOf(':') + 1)))
                .filter(_ -> object.has("resource"))
                .map(program -> of(
                        program,
                        event.path("verb").asText(),
                        object.path("apiGroup").asText(),
                        Stream.of("resource", "subresource")
                                .filter(object::has)
                                .map(part -> object.path(part).asText())
                                .collect(Collectors.joining("/"))));
    }
}
