package io.gpuledger.analyzer.web;

import com.fasterxml.jackson.core.JsonGenerator;
import io.gpuledger.analyzer.ledger.Measure;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Accounts;
import io.gpuledger.analyzer.report.Grade;
import io.gpuledger.analyzer.report.Reports;
import io.gpuledger.analyzer.report.Tag;
import io.gpuledger.analyzer.store.questions.IdleRun;
import io.gpuledger.analyzer.store.questions.WorkloadTables.OfWorkload;
import io.gpuledger.analyzer.store.questions.WorkloadUsage;
import io.gpuledger.analyzer.time.Hour;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The fields of a workload. Idle and underused stand apart, and nothing adds them up.
final class WorkloadJson {
    private final JsonGenerator page;

    WorkloadJson(JsonGenerator page) {
        this.page = page;
    }

    void write(OfWorkload workload) throws IOException {
        var named = workload.named();
        page.writeNumberField("id", named.id());
        page.writeStringField("cluster", named.cluster());
        page.writeStringField("namespace", named.namespace());
        page.writeStringField("workload", named.kind() + "/" + named.name());
        accounts(Reports.accounts(workload));
        page.writeNumberField(
                "gpus_peak",
                BigDecimal.valueOf(workload.peak()).divide(BigDecimal.valueOf(Hour.MILLIS), 3, RoundingMode.HALF_UP));
        optional("energy_joules", workload.millijoules().map(LedgerJson::seconds));
        var usage = workload.usage();
        grade(usage.flatMap(Grade::of));
        page.writeArrayFieldStart("tags");
        for (var tag : usage.map(Tag::of).orElse(List.of())) {
            page.writeString(tag.word());
        }
        page.writeEndArray();
        if (usage.isPresent()) {
            usage(usage.get());
        } else {
            page.writeNullField("usage");
        }
    }

    private void accounts(Accounts accounts) throws IOException {
        page.writeNumberField("gpu_seconds", LedgerJson.seconds(accounts.all()));
        page.writeNumberField("unpriced_seconds", LedgerJson.seconds(accounts.unpriced()));
        cost(accounts.cost());
        page.writeObjectFieldStart("states");
        for (var state : State.ALL) {
            if (accounts.of(state) > 0) {
                page.writeObjectFieldStart(state.word());
                page.writeNumberField("gpu_seconds", LedgerJson.seconds(accounts.of(state)));
                cost(accounts.cost(state));
                page.writeEndObject();
            }
        }
        page.writeEndObject();
    }

    private void cost(Map<String, Long> cost) throws IOException {
        page.writeObjectFieldStart("cost");
        for (var one : cost.entrySet()) {
            page.writeStringField(
                    one.getKey(), BigDecimal.valueOf(one.getValue(), 6).toPlainString());
        }
        page.writeEndObject();
    }

    private void grade(Optional<Grade> grade) throws IOException {
        if (grade.isEmpty()) {
            page.writeNullField("grade");
            return;
        }
        page.writeObjectFieldStart("grade");
        page.writeStringField("letter", grade.get().letter().name());
        page.writeStringField("basis", grade.get().measure().word());
        page.writeNumberField("mean", rounded(grade.get().mean()));
        page.writeEndObject();
    }

    private void usage(WorkloadUsage usage) throws IOException {
        page.writeObjectFieldStart("usage");
        page.writeNumberField("seen_seconds", LedgerJson.seconds(usage.seen()));
        page.writeObjectFieldStart("means");
        for (var measure : Measure.ALL) {
            if (usage.means().containsKey(measure)) {
                page.writeNumberField(measure.word(), rounded(usage.means().getOrDefault(measure, 0.0)));
            }
        }
        page.writeEndObject();
        page.writeNumberField("minutes", usage.minutes());
        page.writeNumberField("low_minutes", usage.low());
        page.writeNumberField("high_minutes", usage.high());
        optional("memory_peak_bytes", usage.memoryPeak());
        optional("memory_total_bytes", usage.memoryTotal());
        page.writeNumberField("idle_runs", usage.idleRuns());
        page.writeArrayFieldStart("longest_idle_runs");
        for (var run : usage.longest()) {
            idle(run);
        }
        page.writeEndArray();
        page.writeEndObject();
    }

    private void idle(IdleRun run) throws IOException {
        page.writeStartObject();
        page.writeStringField("pod", run.pod());
        page.writeStringField("gpu", run.gpu());
        if (run.instance().isPresent()) {
            page.writeStringField("instance", run.instance().get());
        } else {
            page.writeNullField("instance");
        }
        page.writeStringField("from", Instant.ofEpochMilli(run.span().from()).toString());
        page.writeStringField("to", Instant.ofEpochMilli(run.span().to()).toString());
        page.writeNumberField("seconds", LedgerJson.seconds(run.span().millis()));
        page.writeEndObject();
    }

    private void optional(String name, Optional<BigDecimal> value) throws IOException {
        if (value.isPresent()) {
            page.writeNumberField(name, value.get());
        } else {
            page.writeNullField(name);
        }
    }

    private void optional(String name, OptionalLong value) throws IOException {
        optional(
                name,
                value.isPresent() ? Optional.of(BigDecimal.valueOf(value.getAsLong())) : Optional.<BigDecimal>empty());
    }

    private static BigDecimal rounded(double value) {
        return BigDecimal.valueOf(value).setScale(4, RoundingMode.HALF_UP);
    }
}
