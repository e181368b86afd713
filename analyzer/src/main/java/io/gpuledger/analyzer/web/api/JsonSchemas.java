package io.gpuledger.analyzer.web.api;

import io.gpuledger.analyzer.web.api.Field.Presence;
import io.gpuledger.analyzer.web.api.Value.Members;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes schemas as JSON Schema has them (https://json-schema.org/draft/2020-12). Each shape is written once, under a
/// name by which the others refer to it.
final class JsonSchemas {
    static final String PLACE = "#/components/schemas/";

    private final Map<Shape<?>, String> names = new LinkedHashMap<>();
    private final Map<String, Members> written = new LinkedHashMap<>();

    /// All that was written, by name.
    Members written() {
        var all = new JsonObject();
        written.forEach(all::with);
        return all.done();
    }

    /// @param of what the names of its shapes begin with, if none has one yet
    Members of(String of, Schema schema) {
        return switch (schema) {
            case Schema.Plain plain -> plain(plain);
            case Schema.Range(var from, var to) ->
                new JsonObject()
                        .with("type", "integer")
                        .with("minimum", from)
                        .with("maximum", to)
                        .done();
            case Schema.Decimal _ -> type("number");
            case Schema.OneOf(var words) ->
                new JsonObject().with("type", "string").with("enum", words).done();
            case Schema.ListOf(var each) ->
                new JsonObject()
                        .with("type", "array")
                        .with("items", of(of, each))
                        .done();
            case Schema.MapOf(var by, var each) ->
                new JsonObject()
                        .with("type", "object")
                        .with("description", "By " + by + ".")
                        .with("additionalProperties", of(of, each))
                        .done();
            case Schema.ObjectOf(var shape) ->
                new JsonObject().with("$ref", PLACE + name(of, shape)).done();
        };
    }

    private static Members plain(Schema.Plain plain) {
        return switch (plain) {
            case TEXT -> type("string");
            case TIME ->
                new JsonObject()
                        .with("type", "string")
                        .with("format", "date-time")
                        .done();
            case WRITTEN_TIME ->
                new JsonObject()
                        .with("type", "string")
                        .with("description", "A date, a time or seconds since 1970.")
                        .done();
            case WHOLE_NUMBER -> type("integer");
            case NUMBER -> type("number");
            case MONEY ->
                new JsonObject()
                        .with("type", "string")
                        .with("pattern", "^-?[0-9]+\\.[0-9]{6}$")
                        .done();
            case YES_OR_NO -> type("boolean");
        };
    }

    private static Members type(String type) {
        return new JsonObject().with("type", type).done();
    }

    private String name(String of, Shape<?> shape) {
        var known = names.get(shape);
        if (known != null) {
            return known;
        }
        var name = free(of + Words.joined(shape.name()));
        names.put(shape, name);
        written.put(name, object(of, shape));
        return name;
    }

    /// Two shapes of an endpoint may be called the same.
    private String free(String name) {
        var free = name;
        for (var number = 2; names.containsValue(free); number++) {
            free = name + number;
        }
        return free;
    }

    private Members object(String of, Shape<?> shape) {
        var properties = new JsonObject();
        var required = new ArrayList<String>();
        var object = new JsonObject().with("type", "object");
        shape.fields().forEach(field -> add(of, field, properties, required, object));
        return object.with("properties", properties).with("required", required).done();
    }

    private void add(String of, Field<?> field, JsonObject properties, List<String> required, JsonObject object) {
        switch (field) {
            case Field.Single<?> single -> {
                var schema = of(of, single.schema());
                properties.with(
                        single.name(),
                        described(single.presence() == Presence.OR_NULL ? orNull(schema) : schema, single.meaning()));
                if (single.presence() != Presence.OR_LEFT_OUT) {
                    required.add(single.name());
                }
            }
            case Field.Named<?> named ->
                object.with(
                        "additionalProperties",
                        described(orNull(of(of, named.schema())), named.names() + ": " + named.meaning()));
            case Field.Part<?, ?> part ->
                part.shape().fields().forEach(inner -> add(of, inner, properties, required, object));
        }
    }

    private static Members orNull(Members schema) {
        return new JsonObject()
                .with("anyOf", JsonObject.list(List.of(schema, type("null"))))
                .done();
    }

    /// What is said of a field comes after what is said of its kind, and in its place.
    static Members described(Members schema, String meaning) {
        var all = new JsonObject();
        schema.all().stream()
                .filter(member -> !member.name().equals("description"))
                .forEach(member -> all.with(member.name(), member.value()));
        return all.with("description", meaning).done();
    }
}
