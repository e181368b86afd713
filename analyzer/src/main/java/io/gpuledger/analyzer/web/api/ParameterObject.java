package io.gpuledger.analyzer.web.api;

import io.gpuledger.analyzer.web.api.Value.Members;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A parameter in the description of the API. What it is usually is told to programs too where it is one value, and not
/// some rule.
record ParameterObject(Parameter parameter, JsonSchemas schemas) {
    private static final Pattern WORD = Pattern.compile("`([^`]+)`");

    /// There is none where the parameter is the body of the request.
    Optional<Members> members() {
        return switch (parameter) {
            case Parameter.One<?> one -> Optional.of(query(one.usually(), usual(one.usually(), schema(one.schema()))));
            case Parameter.Required<?> required ->
                Optional.of(object("query", true, required.meaning() + " " + Words.sentence(required.hint()))
                        .with("schema", schema(required.schema()))
                        .done());
            case Parameter.Several<?> several -> Optional.of(several(several));
            case Parameter.InPath(var _, var meaning) ->
                Optional.of(object("path", true, meaning)
                        .with("schema", schema(parameter.schema()))
                        .done());
            case Parameter.Body<?> _ -> Optional.empty();
        };
    }

    private JsonObject object(String place, boolean isRequired, String description) {
        return new JsonObject()
                .with("name", parameter.name())
                .with("in", place)
                .with("required", isRequired)
                .with("description", description);
    }

    private Members query(String usually, Members schema) {
        return object("query", false, "%s Usually: %s.".formatted(parameter.meaning(), usually))
                .with("schema", schema)
                .done();
    }

    private Members schema(Schema schema) {
        return schemas.of("", schema);
    }

    private Members several(Parameter.Several<?> several) {
        var schema = new JsonObject().with("type", "array").with("items", schema(several.schema()));
        if (several.isListed()) {
            quoted(several.usually()).ifPresent(words -> schema.with("default", Arrays.asList(words.split(",", -1))));
        }
        return object("query", false, "%s Usually: %s.".formatted(several.meaning(), several.usually()))
                .with("style", "form")
                .with("explode", !several.isListed())
                .with("schema", schema)
                .done();
    }

    private static Members usual(String usually, Members schema) {
        var all = new JsonObject().withAll(schema);
        return switch (first(schema)) {
            case "integer" ->
                number(usually)
                        .map(value -> all.with("default", value))
                        .orElse(all)
                        .done();
            case "string" ->
                quoted(usually)
                        .map(value -> all.with("default", value))
                        .orElse(all)
                        .done();
            default -> all.done();
        };
    }

    private static String first(Members schema) {
        return schema.all().getFirst().value() instanceof Value.Text(var text) ? text : "";
    }

    private static Optional<Long> number(String usually) {
        var digits = usually.replace(",", "");
        return digits.matches("\\d{1,18}") ? Optional.of(Long.valueOf(digits)) : Optional.empty();
    }

    private static Optional<String> quoted(String usually) {
        return Optional.of(WORD.matcher(usually))
                .filter(Matcher::matches)
                .map(word -> word.group(1))
                // It means another parameter, and is no value.
                .filter(word -> !List.of("at", "to", "from").contains(word));
    }
}
