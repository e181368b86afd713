package io.gpuledger.analyzer.web.api;

import static java.util.stream.Collectors.joining;

import io.gpuledger.analyzer.web.api.Field.Named;
import io.gpuledger.analyzer.web.api.Field.Part;
import io.gpuledger.analyzer.web.api.Field.Presence;
import io.gpuledger.analyzer.web.api.Field.Single;
import io.gpuledger.analyzer.web.api.Form.Document;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// An endpoint as a part of docs/api.md: what it takes, and what it answers.
public final class EndpointPage {
    /// The objects whose fields an earlier part has listed.
    private final Set<Shape<?>> told = new LinkedHashSet<>();

    /// The next part of the page.
    public String of(Endpoint<?, ?> endpoint) {
        var out = new StringBuilder(sentence(endpoint.purpose())).append("\n\n");
        if (endpoint.question().parameters().isEmpty()) {
            out.append("It has no parameters").append(ignored(endpoint)).append(".\n");
        } else {
            out.append("| parameter | takes | usually | what it does |\n|---|---|---|---|\n");
            rows(endpoint.question().parameters()).forEach(out::append);
        }
        if (endpoint.form() instanceof Document<?> document) {
            out.append("\nUnder `data` it has\n\n").append(fields(document.data()));
        }
        return out.toString();
    }

    private static String ignored(Endpoint<?, ?> endpoint) {
        return switch (endpoint.question().unknown()) {
            case REFUSED -> "";
            case IGNORED -> ", and looks at none that it is given";
        };
    }

    private static String sentence(String purpose) {
        return Character.toUpperCase(purpose.charAt(0)) + purpose.substring(1) + ".";
    }

    /// Parameters of which the same is said share a row.
    private static Stream<String> rows(List<Parameter> parameters) {
        var names = new LinkedHashMap<String, List<String>>();
        for (var parameter : parameters) {
            var rest = "%s | %s | %s |\n".formatted(takes(parameter), usually(parameter), parameter.meaning());
            names.computeIfAbsent(rest, _ -> new ArrayList<>()).add(code(parameter.name()));
        }
        return names.entrySet().stream()
                .map(row -> "| %s | %s".formatted(String.join(", ", row.getValue()), row.getKey()));
    }

    private static String takes(Parameter parameter) {
        return switch (parameter) {
            case Parameter.One<?> one -> words(one.schema());
            case Parameter.Required<?> required -> words(required.schema());
            case Parameter.InPath _ -> "a part of the path";
            case Parameter.Body<?> body -> "up to %,d bytes, sent by POST".formatted(body.bytesMax());
            case Parameter.Several<?> several ->
                words(several.schema())
                        + (several.isListed() ? "; several with commas" : "; more than once: any of them");
        };
    }

    private static String usually(Parameter parameter) {
        return switch (parameter) {
            case Parameter.One<?> one -> one.usually();
            case Parameter.Several<?> several -> several.usually();
            case Parameter.Required<?> _, Parameter.InPath _, Parameter.Body<?> _ -> "must be given";
        };
    }

    private String fields(Shape<?> data) {
        var objects = new LinkedHashSet<Shape<?>>();
        objects(data, objects);
        objects.removeAll(told);
        told.addAll(objects);
        var out = new StringBuilder(table(data));
        objects.forEach(shape ->
                out.append("\nEach *%s* has\n\n".formatted(shape.name())).append(table(shape)));
        return out.toString();
    }

    private static void objects(Shape<?> shape, Set<Shape<?>> found) {
        for (var field : shape.fields()) {
            switch (field) {
                case Single<?> single -> objects(single.schema(), found);
                case Part<?, ?> part -> objects(part.shape(), found);
                case Named<?> named -> objects(named.schema(), found);
            }
        }
    }

    private static void objects(Schema schema, Set<Shape<?>> found) {
        switch (schema) {
            case Schema.ObjectOf(var shape) -> {
                if (found.add(shape)) {
                    objects(shape, found);
                }
            }
            case Schema.ListOf(var of) -> objects(of, found);
            case Schema.MapOf(var _, var of) -> objects(of, found);
            case Schema.Plain _, Schema.Range _, Schema.Decimal _, Schema.OneOf _ -> {}
        }
    }

    private String table(Shape<?> shape) {
        return "| field | is | what it says |\n|---|---|---|\n" + rows(shape).collect(joining());
    }

    private Stream<String> rows(Shape<?> shape) {
        return shape.fields().stream().flatMap(this::rows);
    }

    private Stream<String> rows(Field<?> field) {
        return switch (field) {
            case Single<?> single ->
                Stream.of("| %s | %s%s | %s |\n"
                        .formatted(
                                code(single.name()),
                                words(single.schema()),
                                presence(single.presence()),
                                single.meaning()));
            case Named<?> named ->
                Stream.of("| %s | %s or `null` | %s |\n"
                        .formatted(named.names(), words(named.schema()), named.meaning()));
            case Part<?, ?> part
            when told.contains(part.shape()) ->
                Stream.of(
                        "| the fields of a *%s* | | |\n".formatted(part.shape().name()));
            case Part<?, ?> part -> rows(part.shape());
        };
    }

    private static String presence(Presence presence) {
        return switch (presence) {
            case ALWAYS -> "";
            case OR_NULL -> " or `null`";
            case OR_LEFT_OUT -> ", or left out";
        };
    }

    private static String words(Schema schema) {
        return switch (schema) {
            case Schema.Plain plain -> words(plain);
            case Schema.Range(var from, var to) -> "%,d to %,d".formatted(from, to);
            case Schema.Decimal(var places) -> "number, %d decimals".formatted(places);
            case Schema.OneOf(var words) ->
                words.stream().map(EndpointPage::code).collect(joining(", "));
            case Schema.ListOf(var of) -> "list: " + words(of);
            case Schema.MapOf(var by, var of) -> "by %s: %s".formatted(by, words(of));
            case Schema.ObjectOf(var shape) -> "*%s*".formatted(shape.name());
        };
    }

    private static String words(Schema.Plain plain) {
        return switch (plain) {
            case TEXT -> "text";
            case TIME -> "time";
            case WRITTEN_TIME -> "date, time or seconds since 1970";
            case WHOLE_NUMBER -> "whole number";
            case NUMBER -> "number";
            case MONEY -> "money";
            case YES_OR_NO -> "`true` or `false`";
        };
    }

    private static String code(String text) {
        return "`" + text + "`";
    }
}
