package io.gpuledger.simulator.http;

import io.gpuledger.service.http.Get;
import io.helidon.webserver.http.HttpRouting;

/// `/story`: which story is played, in one line, so that whoever sends its past can tell it from another.
public final class StoryRoute {
    public static final String PATH = "/story";

    private final String identity;

    public StoryRoute(String identity) {
        this.identity = identity;
    }

    public void add(HttpRouting.Builder routing) {
        Get.route(routing, PATH, (_, response) -> response.send(identity + "\n"));
    }
}
