package io.gpuledger.analyzer.web;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.gpuledger.analyzer.booking.BookedEntry;
import io.gpuledger.analyzer.books.Present;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// `/api/v1/now`: what each unit is, and who holds it.
public final class NowRoute {
    private static final List<String> KNOWN = List.of("cluster", "team", "state", "node", "limit", "page");
    private static final int USUAL_LIMIT = 1_000;
    private static final int LIMIT_MAX = 10_000;
    private static final int PAGE_MAX = 10_000;

    private final JsonFactory json = new JsonFactory();
    private final Supplier<Present> present;
    private final InstantSource clock;

    public NowRoute(Supplier<Present> present, InstantSource clock) {
        this.present = present;
        this.clock = clock;
    }

    public void add(HttpRouting.Builder routing) {
        Api.route(routing, "/api/v1/now", this::answer);
    }

    private void answer(ServerRequest request, Parameters parameters, ServerResponse response) throws IOException {
        parameters.all("state").stream()
                .filter(word -> State.of(word).isEmpty())
                .forEach(word -> parameters.problem(
                        "state: no state is called %s%s".formatted(word, Parameters.nearest(word, States.WORDS))));
        var limit = parameters.whole("limit", USUAL_LIMIT, LIMIT_MAX);
        var page = parameters.whole("page", 1, PAGE_MAX);
        parameters.requireGood(KNOWN);
        var now = present.get();
        if (now.at().equals(Instant.EPOCH)) {
            Api.unavailable(
                    response, "unavailable", "the present is not known yet: it is found out with the first books");
            return;
        }
        var fleet = Units.of(now.entries().stream()
                .filter(entry -> isWanted(parameters, entry))
                .toList());
        Api.send(response, Api.JSON, json(now.at(), fleet, limit, page));
    }

    private static boolean isWanted(Parameters parameters, BookedEntry entry) {
        return isOneOf(
                        parameters.all("cluster"),
                        Optional.of(entry.entry().unit().cluster()))
                && isOneOf(parameters.all("node"), entry.node())
                && isOneOf(parameters.all("team"), entry.payer().map(payer -> payer.team()))
                && isOneOf(
                        parameters.all("state"),
                        Optional.of(entry.entry().account().state().word()));
    }

    private static boolean isOneOf(List<String> wanted, Optional<String> value) {
        return wanted.isEmpty() || wanted.contains(value.orElse(""));
    }

    private byte[] json(Instant at, Units units, int limit, int number) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var page = json.createGenerator(out)) {
            page.writeStartObject();
            page.writeStringField("status", "success");
            page.writeObjectFieldStart("data");
            page.writeStringField("at", at.toString());
            page.writeNumberField(
                    "age_seconds", Duration.between(at, clock.instant()).toSeconds());
            page.writeObjectFieldStart("gpus");
            for (var state : units.gpus().entrySet()) {
                page.writeNumberField(state.getKey().word(), gpus(state.getValue()));
            }
            page.writeEndObject();
            page.writeNumberField("count", units.all().size());
            page.writeNumberField("page", number);
            page.writeNumberField("limit", limit);
            var from = Math.min((long) (number - 1) * limit, units.all().size());
            var to = Math.min(from + limit, units.all().size());
            if (to < units.all().size() && number < PAGE_MAX) {
                page.writeNumberField("next_page", number + 1);
            }
            page.writeArrayFieldStart("units");
            for (var unit : List.copyOf(units.all().entrySet()).subList((int) from, (int) to)) {
                write(unit, page);
            }
            page.writeEndArray();
            page.writeEndObject();
            page.writeEndObject();
        }
        return out.toByteArray();
    }

    private static void write(Map.Entry<UnitId, List<BookedEntry>> unit, JsonGenerator page) throws IOException {
        var some = unit.getValue().getFirst();
        page.writeStartObject();
        page.writeStringField("cluster", unit.getKey().cluster());
        write("node", some.node(), page);
        page.writeStringField("gpu", unit.getKey().gpu());
        write("instance", unit.getKey().instance(), page);
        page.writeStringField("sku", some.sku());
        page.writeArrayFieldStart("accounts");
        for (var entry : unit.getValue()) {
            write(entry, page);
        }
        page.writeEndArray();
        page.writeEndObject();
    }

    private static void write(BookedEntry booked, JsonGenerator page) throws IOException {
        var account = booked.entry().account();
        page.writeStartObject();
        page.writeStringField("state", account.state().word());
        write("cause", account.cause(), page);
        write("team", booked.payer().map(payer -> payer.team()), page);
        write("namespace", account.owner().map(owner -> owner.namespace()), page);
        write("pod", account.owner().map(owner -> owner.pod()), page);
        write(
                "workload",
                booked.payer()
                        .map(payer ->
                                payer.workload().kind() + "/" + payer.workload().name()),
                page);
        page.writeNumberField("gpus", gpus(booked.entry().millis()));
        page.writeEndObject();
    }

    private static void write(String name, Optional<String> value, JsonGenerator page) throws IOException {
        if (value.isPresent()) {
            page.writeStringField(name, value.get());
        } else {
            page.writeNullField(name);
        }
    }

    /// What it was in the last minute.
    private static BigDecimal gpus(long millis) {
        return BigDecimal.valueOf(millis).divide(BigDecimal.valueOf(Units.MINUTE), 6, RoundingMode.HALF_UP);
    }
}
