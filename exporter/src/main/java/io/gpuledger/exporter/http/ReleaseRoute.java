package io.gpuledger.exporter.http;

import io.gpuledger.exporter.device.Releasable;
import io.gpuledger.service.http.Control;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;

/// `POST /-/release`: lets go of the driver for a while, so that a GPU can be reset or unbound, or the driver replaced.
/// `POST /-/resume`: takes it again before that.
public final class ReleaseRoute {
    private final Releasable driver;
    private final Duration time;

    public ReleaseRoute(Releasable driver, Duration time) {
        this.driver = driver;
        this.time = time;
    }

    public void add(HttpRouting.Builder routing) {
        Control.route(routing, "/-/release", this::release);
        Control.route(routing, "/-/resume", this::resume);
    }

    private void release(ServerRequest request, ServerResponse response) {
        if (driver.release(time)) {
            response.send("let go of the driver for %d s; POST /-/resume takes it again before that%n"
                    .formatted(time.toSeconds()));
        } else {
            response.status(Status.SERVICE_UNAVAILABLE_503)
                    .send("a call into the driver has not come back: try again, or stop the exporter\n");
        }
    }

    private void resume(ServerRequest request, ServerResponse response) {
        driver.resume();
        response.send("the driver is asked again\n");
    }
}
