package io.gpuledger.analyzer.web.api;

import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.service.http.Fault;
import io.gpuledger.service.http.Get;
import io.gpuledger.service.http.Others;
import io.gpuledger.service.http.Problem;
import io.gpuledger.service.http.SameSite;
import io.helidon.common.uri.UriQuery;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
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
/// @param scope of whom it tells
/// @param answer finds the answer to a question, and may throw [CannotAskException]
/// @param absence what may not be there that is asked about; without it, an answer is never [Outcome.NotFound]
public record Endpoint<Q, A>(
        String path,
        String purpose,
        Question<Q> question,
        Form<A> form,
        Effect effect,
        Scope scope,
        Function<Q, Outcome<A>> answer,
        Optional<String> absence) {
    public Endpoint {
        if (hasTable(form) != question.parameters().contains(Format.PARAMETER)) {
            throw new IllegalArgumentException(path + " must have both a table and a format, or neither");
        }
    }

    /// Declares something that is asked of the whole fleet and changes nothing.
    public Endpoint(String path, String purpose, Question<Q> question, Form<A> form, Function<Q, Outcome<A>> answer) {
        this(path, purpose, question, form, Effect.NONE, answer);
    }

    /// Declares something that is asked of the whole fleet, about what is there for sure.
    public Endpoint(
            String path,
            String purpose,
            Question<Q> question,
            Form<A> form,
            Effect effect,
            Function<Q, Outcome<A>> answer) {
        this(path, purpose, question, form, effect, Scope.FLEET, answer, Optional.empty());
    }

    /// Declares the same, and of whom it tells.
    public Endpoint<Q, A> telling(Scope ofWhom) {
        return new Endpoint<>(path, purpose, question, form, effect, ofWhom, answer, absence);
    }

    /// Declares the same, which is answered with 404 in that case.
    public Endpoint<Q, A> orNotFound(String when) {
        return new Endpoint<>(path, purpose, question, form, effect, scope, answer, Optional.of(when));
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

    Optional<Parameter.Body<?>> body() {
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

    List<String> methods() {
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
        if (ofOnePath.stream()
                .noneMatch(endpoint -> endpoint.scope == Scope.BY_TEAM || endpoint.scope == Scope.NOBODY)) {
            routing.any(ofOnePath.getFirst().path(), Door.ofFleet());
        }
        Others.refuse(
                routing,
                ofOnePath.getFirst().path(),
                ofOnePath.stream()
                        .flatMap(endpoint -> endpoint.methods().stream())
                        .toList());
    }

    private void route(HttpRouting.Builder routing) {
        var handler = Door.of(this, effect == Effect.NONE ? this::handle : SameSite.only(this::handle));
        switch (effect) {
            case NONE -> {
                if (body().isPresent()) {
                    routing.post(path, handler);
                } else {
                    Get.answer(routing, path, handler);
                }
            }
            case ADDS -> routing.post(path, handler);
            case ENDS -> routing.delete(path, handler);
        }
    }

    private void handle(ServerRequest request, ServerResponse response) throws IOException {
        var responses = new Responses(request, response);
        try {
            var asked = asked(request);
            responses.send(
                    isKept() ? RecentAnswers.of(request).find(asked.wording(path), () -> found(asked)) : found(asked));
        } catch (BadQuestionException e) {
            responses.refuse(Problem.of(Status.BAD_REQUEST_400, e.faults()));
        } catch (CannotAskException e) {
            responses.cannotAsk(e);
        }
    }

    /// What was changed is noted in the log of changes after the answer to whoever changed it, so that is not kept.
    private boolean isKept() {
        return effect == Effect.NONE && body().isEmpty() && scope != Scope.ADMINS;
    }

    private Answer found(Asked asked) {
        var outcome = answer.apply(question.of(asked));
        var writing = new Writing<>(form, hasTable() ? asked.format() : Format.JSON, asked.viewer());
        return switch (outcome) {
            case Outcome.Answered<A>(var found) -> writing.found(found);
            case Outcome.Meanwhile<A>(var found) -> writing.meanwhile(found);
            case Outcome.NotFound<A>(var why) -> {
                if (absence.isEmpty()) {
                    throw new IllegalStateException(path + " finds nothing, which nobody declares: " + why);
                }
                yield new Answer.Refused(Problem.of(Status.NOT_FOUND_404, why));
            }
            case Outcome.NotYet<A>(var why) ->
                new Answer.Refused(
                        Problem.of(Status.SERVICE_UNAVAILABLE_503, why).retry(Responses.RETRY));
        };
    }

    private Asked asked(ServerRequest request) throws IOException {
        var accepted = request.headers().contains(HeaderNames.ACCEPT)
                ? request.headers().get(HeaderNames.ACCEPT).values()
                : "";
        var text = body().isPresent() ? new SentBody(body().get(), effect).text(request) : "";
        if (effect != Effect.NONE) {
            Change.note(request, text);
        }
        var asked = new Asked(
                question.parameters(),
                query(request),
                inPath(request),
                text,
                accepted.contains("text/csv"),
                Asker.of(request));
        if (scope == Scope.NOBODY) {
            // There is nobody whom it could tell of.
            var _ = asked.sight();
        }
        return asked;
    }

    private Map<String, List<String>> query(ServerRequest request) {
        var given = new HashMap<String, List<String>>();
        try {
            var query = request.query();
            names(query).forEach(name -> given.put(name, query.all(name)));
        } catch (IllegalArgumentException e) {
            throw new BadQuestionException(List.of(Fault.of("the parameters cannot be read: " + e.getMessage())));
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
