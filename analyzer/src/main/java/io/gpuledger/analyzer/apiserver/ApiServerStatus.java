package io.gpuledger.analyzer.apiserver;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Whether an API server answers, and what it gives nothing of: each is said in one line when it begins and in one when
/// it ends, and stands in a metric all the while. Several threads tell it.
public final class ApiServerStatus {
    private static final System.Logger LOG = System.getLogger(ApiServerStatus.class.getName());

    /// The client would say each time what is said here once, with a stack trace. Held, because the JDK keeps loggers
    /// only as long as somebody else does.
    private static final List<Logger> OF_CLIENT = List.of(
            Logger.getLogger("io.fabric8.kubernetes.client.dsl.internal"),
            Logger.getLogger("io.fabric8.kubernetes.client.informers"),
            Logger.getLogger("io.fabric8.kubernetes.client.jdkhttp"));

    static {
        OF_CLIENT.forEach(logger -> logger.setLevel(Level.OFF));
    }

    private final String place;
    private final Set<String> troubled = new HashSet<>();
    private final Set<String> absent = new HashSet<>();
    private boolean isAway;

    /// @param asker for what it is asked, in a word: there may be several who do, as several accounts
    /// @param place where it is
    /// @param resources what it is asked for, by their names in roles
    public ApiServerStatus(String asker, String place, List<String> resources, MeterRegistry registry) {
        this.place = "%s, asked for the %s,".formatted(place, asker);
        resources.forEach(resource -> Gauge.builder("gpu.analyzer.api.server.up", this, one -> one.gives(resource))
                .description("1 while the API server answers what it is asked for, be it that there is no such thing;"
                        + " 0 while it is away or refuses.")
                .tag("asker", asker)
                .tag("resource", resource)
                .register(registry));
    }

    private synchronized int gives(String resource) {
        return isAway || troubled.contains(resource) ? 0 : 1;
    }

    /// It gave what it was asked for.
    public synchronized void answered(String resource) {
        isThere();
        absent.remove(resource);
        ended(resource);
    }

    /// It has no such thing, which may well be.
    public synchronized void lacks(String resource) {
        isThere();
        ended(resource);
        if (absent.add(resource)) {
            LOG.log(INFO, "The cluster has no {0}; they are told of as soon as it has.", resource);
        }
    }

    /// It did not give what it was asked for. Returns whether it is there all the same.
    public synchronized boolean failed(String resource, Throwable e) {
        var failure = ApiServerFailure.of(e);
        if (failure.isAnswer()) {
            isThere();
            troubled(resource, failure);
        } else {
            isNotThere(failure.words());
        }
        return failure.isAnswer();
    }

    /// It answers, but by a watch nothing of this comes.
    public synchronized void unwatched(String resource, Throwable e) {
        troubled(resource, ApiServerFailure.of(e));
    }

    private void troubled(String resource, ApiServerFailure failure) {
        if (troubled.add(resource)) {
            LOG.log(
                    WARNING,
                    "The API server at {0} gives no {1} ({2}){3} What is known of them stands, and all else goes on.",
                    place,
                    resource,
                    failure.words(),
                    failure.remedy());
        }
    }

    private void ended(String resource) {
        if (troubled.remove(resource)) {
            LOG.log(INFO, "The API server at {0} gives {1} again.", place, resource);
        }
    }

    private void isNotThere(String words) {
        if (!isAway) {
            isAway = true;
            LOG.log(
                    WARNING,
                    "The API server at {0} does not answer ({1}): what it said before stands, and it is asked again.",
                    place,
                    words);
        }
    }

    private void isThere() {
        if (isAway) {
            isAway = false;
            LOG.log(INFO, "The API server at {0} answers again.", place);
        }
    }
}
