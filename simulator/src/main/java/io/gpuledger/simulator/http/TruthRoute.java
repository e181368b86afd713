package io.gpuledger.simulator.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.gpuledger.service.http.Get;
import io.gpuledger.simulator.story.Basis;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Story;
import io.gpuledger.simulator.truth.Book;
import io.gpuledger.simulator.truth.Grouping;
import io.gpuledger.simulator.truth.Truth;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// `/truth`: the ledger as the simulator knows it, from `from` to `to`, which are the latest 24 whole hours when nobody
/// says otherwise, added up by `by`. What is still to come is not told.
public final class TruthRoute {
    private static final String BY = "team,state";
    private static final long HOUR = 3600;
    private static final long DAY = 24 * HOUR;

    /// This is what a client asked for.
    private record Question(Span span, Basis basis, boolean hasStranded, Grouping grouping) {
        Book book(Story story) {
            return hasStranded ? Truth.withStranded(story, basis, span) : Truth.of(story, basis, span);
        }
    }

    private final JsonFactory json = new JsonFactory();
    private final Story story;
    private final InstantSource clock;

    public TruthRoute(Story story, InstantSource clock) {
        this.story = story;
        this.clock = clock;
    }

    public void add(HttpRouting.Builder routing) {
        Get.route(routing, "/truth", this::truth);
    }

    private void truth(ServerRequest request, ServerResponse response) throws IOException {
        try {
            var question = question(request);
            response.header(HeaderNames.CONTENT_TYPE, "application/json");
            try (var out = response.outputStream()) {
                write(question, out);
            }
        } catch (IllegalArgumentException e) {
            response.status(Status.BAD_REQUEST_400).send(e.getMessage() + "\n");
        }
    }

    private Question question(ServerRequest request) {
        var query = request.query();
        var now = clock.instant().getEpochSecond();
        var to = query.first("to").map(TruthRoute::second).orElse(Math.floorDiv(now, HOUR) * HOUR);
        var from = query.first("from").map(TruthRoute::second).orElse(to - DAY);
        if (to < from) {
            throw new IllegalArgumentException("to is before from");
        }
        return new Question(
                new Span(from, to)
                        .within(new Span(
                                Math.min(now, story.span().from()),
                                Math.min(now, story.span().to()))),
                query.first("basis").map(TruthRoute::basis).orElse(Basis.SM_ACTIVE),
                query.first("stranded").map(TruthRoute::isTold).orElse(false),
                Grouping.by(Arrays.asList(query.first("by").orElse(BY).split(",", -1))));
    }

    private static long second(String text) {
        return Seconds.of(text, "from and to are instants");
    }

    private static boolean isTold(String word) {
        return switch (word) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("stranded is true or false");
        };
    }

    private static Basis basis(String word) {
        return Arrays.stream(Basis.values())
                .filter(basis -> word(basis).equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("basis is sm_active or engine_active"));
    }

    private static String word(Basis basis) {
        return basis.name().toLowerCase(Locale.ROOT);
    }

    private void write(Question question, OutputStream out) throws IOException {
        var sums = question.grouping().sums(question.book(story), story.fleet());
        try (var answer = json.createGenerator(out)) {
            answer.writeStartObject();
            answer.writeStringField("from", instant(question.span().from()));
            answer.writeStringField("to", instant(question.span().to()));
            answer.writeStringField("basis", word(question.basis()));
            answer.writeArrayFieldStart("rows");
            for (var sum : sums.entrySet()) {
                write(question.grouping().words(), sum.getKey(), sum.getValue(), answer);
            }
            answer.writeEndArray();
            answer.writeEndObject();
        }
    }

    private static void write(
            List<String> names, List<Optional<String>> values, BigDecimal gpuSeconds, JsonGenerator answer)
            throws IOException {
        answer.writeStartObject();
        for (var place = 0; place < names.size(); place++) {
            var value = values.get(place);
            if (value.isPresent()) {
                answer.writeStringField(names.get(place), value.get());
            }
        }
        answer.writeNumberField("gpu_seconds", gpuSeconds);
        answer.writeEndObject();
    }

    private static String instant(long second) {
        return Instant.ofEpochSecond(second).toString();
    }
}
