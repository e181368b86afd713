package io.gpuledger.service.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;

/// The methods that are not answered at a path: they are refused with 405.
public final class Others {
    private Others() {}

    /// Refuses all but these, which have been routed before.
    public static void refuse(HttpRules rules, String path, List<String> answered) {
        rules.any(path, (request, response) -> refuse(request, response, answered));
    }

    private static void refuse(ServerRequest request, ServerResponse response, List<String> answered) {
        var first = String.join(", ", answered.subList(0, answered.size() - 1));
        var words = answered.size() == 1 ? "%s is" : first + " and %s are";
        response.header(HeaderNames.ALLOW, String.join(", ", answered));
        Problem.of(
                        Status.METHOD_NOT_ALLOWED_405,
                        "Only %s answered here.".formatted(words.formatted(answered.getLast())))
                .send(request, response);
    }
}
