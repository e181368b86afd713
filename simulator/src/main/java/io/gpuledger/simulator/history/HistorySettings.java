package io.gpuledger.simulator.history;

import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.simulator.history.History.Plan;
import io.gpuledger.simulator.page.PageSettings;
import io.gpuledger.simulator.story.Span;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// These settings say where the past is sent, and how much of it.
///
/// @param until where the past ends; now, where nobody has said
/// @param past how far back it goes from there; to the story's begin, where nobody has said
public record HistorySettings(
        URI to, Duration step, Optional<Pattern> metrics, Optional<Instant> until, Optional<Duration> past) {
    /// What a ledger is kept from, and the limits by which GPUs are compared.
    private static final String OURS = "gpu_(info|lost|observed_seconds_total|busy_seconds_total"
        + "|(engine|sm|tensor|dram)_active_seconds_total|utilization_ratio|memory_(used|total)_bytes|power_(limit_)?watts"
        + "|clock_max_hertz|energy_joules_total|temperature_celsius|xid_errors_total|row_remap_failed|(pcie|nvlink)_bytes_total"
        + "|holder_info|pod_.*|exporter_device_stuck|exporter_snapshot_timestamp_seconds)|process_start_time_seconds|kube_.*";

    private static final String THEIRS = "DCGM_FI_.*|kube_.*";
    private static final Set<String> SCHEMES = Set.of("http", "https");

    static final Setting<URI> TO = Setting.parsed(
            "to", "URL", "Where history is sent by remote write, as http://127.0.0.1:8080/api/v1/write.", text -> {
                try {
                    var url = new URI(text);
                    if (SCHEMES.contains(String.valueOf(url.getScheme())) && url.getHost() != null) {
                        return url;
                    }
                    throw new IllegalArgumentException("must be an http or https URL");
                } catch (URISyntaxException e) {
                    throw new IllegalArgumentException("must be an http or https URL: " + e.getReason(), e);
                }
            });
    static final Setting<Duration> STEP = Setting.duration(
                    "step", "The time from scrape to scrape in the past that history sends.")
            .that(step -> step.toSeconds() >= 1, "1s or longer")
            .or("30s");
    static final Setting<Pattern> METRICS = Setting.parsed(
            "metrics",
            "REGEX",
            "Which metrics history sends, by their whole names. Left out: those that a ledger is kept from, and limits"
                    + " of power and clocks.",
            text -> {
                try {
                    return Pattern.compile(text);
                } catch (PatternSyntaxException e) {
                    throw new IllegalArgumentException("must be a regular expression: " + e.getDescription(), e);
                }
            });
    static final Setting<Instant> UNTIL =
            Setting.parsed("until", "INSTANT", "Where history ends, as 2026-11-30T12:00:00Z. Left out: now.", text -> {
                try {
                    return Instant.parse(text);
                } catch (DateTimeException e) {
                    throw new IllegalArgumentException("must be an instant like 2026-11-30T12:00:00Z", e);
                }
            });

    static final Setting<Long> PAST = Setting.whole(
                    "past",
                    "How many days of the story history sends, up to where it ends. Left out: from the story's begin.")
            .that(days -> days >= 1 && days <= 400, "1 to 400");

    public static final List<Setting<?>> ALL = List.of(TO, STEP, METRICS, UNTIL, PAST);

    public static HistorySettings from(Settings settings) {
        var to = settings.find(TO)
                .orElseThrow(() -> new BadSettingsException(List.of("history needs --to, the URL to write to")));
        return new HistorySettings(
                to,
                settings.get(STEP),
                settings.find(METRICS),
                settings.find(UNTIL),
                settings.find(PAST).map(Duration::ofDays));
    }

    public Plan plan(Span span, PageSettings shown) {
        var wanted = metrics.orElseGet(() -> Pattern.compile(shown.exporter().showsLedger() ? OURS : THEIRS));
        return new Plan(span, step.toSeconds(), wanted.asMatchPredicate(), shown.failing());
    }
}
