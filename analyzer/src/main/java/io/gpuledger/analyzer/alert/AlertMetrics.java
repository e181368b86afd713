package io.gpuledger.analyzer.alert;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;

/// The metrics of one Alertmanager that is told of findings.
final class AlertMetrics {
    private final Counter sent;
    private final Counter failed;
    private final Counter failures;
    private volatile boolean isUp = true;
    private volatile long waiting;

    AlertMetrics(MeterRegistry registry, URI url) {
        this.sent = Counter.builder("gpu.analyzer.alertmanager.sent")
                .description("Alerts about findings that an Alertmanager took, each as often as it was sent.")
                .tag("url", url.toString())
                .register(registry);
        this.failed = Counter.builder("gpu.analyzer.alertmanager.failed")
                .description("Alerts about findings that an Alertmanager did not take, which are sent again.")
                .tag("url", url.toString())
                .register(registry);
        this.failures = Counter.builder("gpu.analyzer.alertmanager.failures")
                .description("How often it could not be read in the database what an Alertmanager is to be told.")
                .tag("url", url.toString())
                .register(registry);
        Gauge.builder("gpu.analyzer.alertmanager.up", this, one -> one.isUp ? 1 : 0)
                .description("Whether an Alertmanager took what it was sent last.")
                .tag("url", url.toString())
                .register(registry);
        Gauge.builder("gpu.analyzer.alertmanager.waiting", this, one -> one.waiting)
                .description("Findings that opened or ended, of which an Alertmanager has not taken word yet.")
                .tag("url", url.toString())
                .register(registry);
    }

    void took(int alerts) {
        sent.increment(alerts);
        isUp = true;
    }

    void didNotTake(int alerts) {
        failed.increment(alerts);
        isUp = false;
    }

    void failed() {
        failures.increment();
    }

    void waiting(long news) {
        waiting = news;
    }
}
