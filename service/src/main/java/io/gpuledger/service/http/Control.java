package io.gpuledger.service.http;

import io.gpuledger.service.auth.Verdict;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.ServerRequest;
import java.net.InetSocketAddress;

/// A path that makes the program do something, by POST. It is for somebody on this machine, or for a user of the web
/// configuration file; and it wants a header that a browser sends to no other site without asking it first, so that no
/// page from elsewhere can press the button.
public final class Control {
    private static final HeaderName REQUESTED_BY = HeaderNames.create("X-Requested-By");

    private Control() {}

    public static void route(HttpRules rules, String path, Handler handler) {
        rules.post(path, (request, response) -> {
            if (!request.headers().contains(REQUESTED_BY)) {
                Problem.of(
                                Status.FORBIDDEN_403,
                                "Say who asks in a header X-Requested-By: curl -H 'X-Requested-By: me' -X POST ...")
                        .send(request, response);
            } else if (isFromHere(request) || isUser(request)) {
                handler.handle(request, response);
            } else {
                Problem.of(Status.FORBIDDEN_403, "Only this machine may ask for that, or a user of --web-config-file.")
                        .send(request, response);
            }
        });
    }

    private static boolean isFromHere(ServerRequest request) {
        return request.remotePeer().address() instanceof InetSocketAddress peer
                && peer.getAddress().isLoopbackAddress();
    }

    /// Says whether a password has let the client in.
    private static boolean isUser(ServerRequest request) {
        return request.context().get(Verdict.class).isPresent();
    }
}
