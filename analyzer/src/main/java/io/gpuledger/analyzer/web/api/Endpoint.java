package io.gpuledger.analyzer.web.api;

import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.service.http.Get;
import io.gpuledger.service.http.Others;
import io.gpuledger.service.http.SameSite;
import io.helidon.common.uri.UriQuery;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Declares something that can be asked by HTTP. Its route, how parameters are read and refused, how the answer is
/// written and what the documentation says follow from this declaration.
///
/// @param path its parts in braces are parameters
/// @param purpose completes a sentence that begins with "this says"
/// @param effect what it does besides
/// @param answer finds the answer to a question, and may throw [CannotAskException]
public record Endpoint<Q, A>(
        String path,
        String purpose,
        Question<Q> question,
        Form<A> form,
        Effect effect,
        Function<Q, Outcome<A>> answer) {
    public Endpoint {
        if (hasTable(form) != question.parameters().contains(Format.PARAMETER)) {
            throw new IllegalArgumentException(path + " must have both a table and a format, or neither");
        }
    }

    /// Declares something that is asked and changes nothing.
    public Endpoint(String path, String purpose, Question<Q> question, Form<A> form, Function<Q, Outcome<A>> answer) {
        this(path, purpose, question, form, Effect.NONE, answer);
    }

    private static boolean hasTable(Form<?> form) {
        return form instanceof Form.Document<?> document && document.table().isPresent();
    }

    /// Whether the answer can be had as a table too.
    public boolean hasTable() {
        return hasTable(form);
    }

    /// Whether it can be asked by its path alone.
    public boolean isPlain() {
        return effect == Effect.NONE
                && question.parameters().stream()
                        .noneMatch(parameter ->
                                parameter instanceof Parameter.Required || parameter instanceof Parameter.InPath)
                && body().isEmpty();
    }

    private Optional<Parameter.Body<?>> body() {
        return question.parameters().stream()
                .<Parameter.Body<?>>mapMulti((parameter, found) -> {
                    if (parameter instanceof Parameter.Body<?> body) {
                        found.accept(body);
                    }
                })
                .findFirst();
    }

    /// Returns what it is called: its path, and of what changes something its method before that.
    public String name() {
        return effect == Effect.NONE ? path : methods().getFirst() + " " + path;
    }

    private List<String> methods() {
        return switch (effect) {
            case NONE -> body().isPresent() ? List.of("POST") : Get.METHODS;
            case ADDS -> List.of("POST");
            case ENDS -> List.of("DELETE");
        };
    }

    /// Routes what is alone at its path.
    public void add(HttpRouting.Builder routing) {
        addAll(routing, List.of(this));
    }

    /// Routes all endpoints of a path: other methods than theirs are refused.
    public static void addAll(HttpRouting.Builder routing, List<Endpoint<?, ?>> ofOnePath) {
        ofOnePath.forEach(endpoint -> endpoint.route(routing));
        Others.refuse(
                routing,
                ofOnePath.getFirst().path(),
                ofOnePath.stream()
                        .flatMap(endpoint -> endpoint.methods().stream())
                        .toList());
    }

    private void route(HttpRouting.Builder routing) {
        switch (effect) {
            case NONE -> {
                if (body().isPresent()) {
                    routing.post(path, this::handle);
                } else {
                    Get.answer(routing, path, this::handle);
                }
            }
            case ADDS -> routing.post(path, SameSite.only(this::handle));
            case ENDS -> routing.delete(path, SameSite.only(this::handle));
        }
    }

    private void handle(ServerRequest request, ServerResponse response) throws IOException {
        try {
            handle(asked(request), response);
        } catch (BadQuestionException e) {
            Responses.badQuestion(response, e.problems());
        } catch (CannotAskException e) {
            Responses.cannotAsk(response, e);
        }
    }

    private void handle(Asked asked, ServerResponse response) throws IOException {
        var outcome = answer.apply(question.of(asked));
        var format = hasTable() ? asked.format() : Format.JSON;
        switch (outcome) {
            case Outcome.Answered<A>(var found) -> Responses.send(found, form, format, response);
            case Outcome.Meanwhile<A>(var found) -> Responses.send(found, form, format, Responses.retry(response));
            case Outcome.NotFound<A>(var why) -> Responses.notFound(response, why);
            case Outcome.NotYet<A>(var why) -> Responses.notYet(response, why);
        }
    }

    private Asked asked(ServerRequest request) throws IOException {
        if (effect == Effect.ADDS && !isJson(request)) {
            throw new BadQuestionException(List.of("the body must be sent as application/json"));
        }
        var accepted = request.headers().contains(HeaderNames.ACCEPT)
                ? request.headers().get(HeaderNames.ACCEPT).values()
                : "";
        return new Asked(
                question.parameters(),
                query(request),
                inPath(request),
                body().isPresent() ? text(request, body().get()) : "",
                accepted.contains("text/csv"));
    }

    /// No form of a page can send that, so that a browser asks before it sends it to another site.
    private static boolean isJson(ServerRequest request) {
        return request.headers()
                .contentType()
                .filter(type -> type.mediaType().text().equals("application/json"))
                .isPresent();
    }

    private static String text(ServerRequest request, Parameter.Body<?> body) throws IOException {
        if (!request.content().hasEntity()) {
            return "";
        }
        var bytes = request.content().inputStream().readNBytes(body.bytesMax() + 1);
        if (bytes.length > body.bytesMax()) {
            throw new BadQuestionException(
                    List.of("%s: must have no more than %,d bytes".formatted(body.name(), body.bytesMax())));
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private Map<String, List<String>> query(ServerRequest request) {
        var given = new HashMap<String, List<String>>();
        try {
            var query = request.query();
            names(query).forEach(name -> given.put(name, query.all(name)));
        } catch (IllegalArgumentException e) {
            throw new BadQuestionException(List.of("the parameters cannot be read: " + e.getMessage()));
        }
        return given;
    }

    /// An undeclared parameter is looked at only where it is to be refused.
    private Collection<String> names(UriQuery query) {
        return switch (question.unknown()) {
            case REFUSED -> query.names();
            case IGNORED -> names().filter(query::contains).toList();
        };
    }

    private Stream<String> names() {
        return question.parameters().stream().map(Parameter::name);
    }

    private Map<String, String> inPath(ServerRequest request) {
        var found = request.path().pathParameters();
        return question.parameters().stream()
                .filter(Parameter.InPath.class::isInstance)
                .map(Parameter::name)
                .collect(Collectors.toMap(name -> name, found::get));
    }
}
