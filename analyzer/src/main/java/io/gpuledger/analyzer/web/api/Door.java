package io.gpuledger.analyzer.web.api;

import io.gpuledger.analyzer.access.Right;
import io.gpuledger.service.http.NothingThere;
import io.gpuledger.service.http.Problem;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;

/// Stands before a handler, and lets through whoever may ask for what it does.
public final class Door {
    private Door() {}

    static Handler of(Endpoint<?, ?> endpoint, Handler handler) {
        var isOfAll = endpoint.scope() == Scope.NOBODY && endpoint.effect() == Effect.NONE;
        return isOfAll ? handler : ofTeams(endpoint.scope(), of(right(endpoint), handler));
    }

    private static Right right(Endpoint<?, ?> endpoint) {
        return switch (endpoint.scope()) {
            case ADMINS -> Right.SEE_CHANGES;
            case FLEET, BY_TEAM, NOBODY -> endpoint.effect() == Effect.NONE ? Right.READ : Right.CHANGE;
        };
    }

    /// Lets through whoever has a right.
    public static Handler of(Right right, Handler handler) {
        return (request, response) -> {
            if (right == Right.CHANGE) {
                Change.note(request, "");
            }
            if (!Asker.of(request).may(right)) {
                forbid(request, response);
            } else if (right == Right.CHANGE) {
                RecentAnswers.of(request).during(() -> handler.handle(request, response));
            } else {
                handler.handle(request, response);
            }
        };
    }

    /// Lets through whoever may ask at all, and has it noted that he changed something.
    public static Handler changing(Handler handler) {
        return (request, response) -> {
            Change.note(request, "");
            RecentAnswers.of(request).during(() -> handler.handle(request, response));
        };
    }

    /// Lets whoever has a right through to all paths that are routed after it.
    public static Handler toMore(Right right) {
        return of(right, (_, response) -> response.next());
    }

    /// Keeps those who are to be told of some teams only from all that is routed after it.
    public static Handler ofFleet() {
        return ofTeams(Scope.FLEET, (_, response) -> response.next());
    }

    static Handler ofTeams(Scope scope, Handler handler) {
        return (request, response) -> {
            if (scope != Scope.BY_TEAM
                    && scope != Scope.NOBODY
                    && Asker.of(request).isOfTeams()) {
                NothingThere.answer(request, response);
            } else {
                handler.handle(request, response);
            }
        };
    }

    private static void forbid(ServerRequest request, ServerResponse response) {
        var viewer = Asker.of(request);
        var why = viewer.grant().isPresent()
                ? "The role %s of %s does not allow that."
                        .formatted(viewer.grant().get().role().word(), viewer.name())
                : "The access file gives no role to %s.".formatted(viewer.name());
        Problem.of(Status.FORBIDDEN_403, why).send(request, response);
    }
}
