package io.gpuledger.analyzer.web;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.gpuledger.analyzer.store.questions.LedgerAnswer;
import io.gpuledger.analyzer.store.questions.LedgerAnswer.Line;
import io.gpuledger.analyzer.store.questions.LedgerAnswer.Sum;
import io.gpuledger.analyzer.store.questions.LedgerQuestion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;

/// An answer of the ledger as JSON: seconds with the three decimals that they have, money as texts, so that nobody's
/// floating point makes them others.
final class LedgerJson {
    private static final JsonFactory JSON = new JsonFactory();

    private LedgerJson() {}

    static byte[] of(LedgerParameters asked, LedgerAnswer answer) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var page = JSON.createGenerator(out)) {
            page.writeStartObject();
            page.writeStringField("status", "success");
            page.writeObjectFieldStart("data");
            write(asked, answer, page);
            page.writeEndObject();
            page.writeEndObject();
        }
        return out.toByteArray();
    }

    private static void write(LedgerParameters asked, LedgerAnswer answer, JsonGenerator page) throws IOException {
        var question = asked.question();
        page.writeStringField("from", time(question.window().from()));
        page.writeStringField("to", time(question.window().to()));
        page.writeArrayFieldStart("by");
        for (var dimension : question.by()) {
            page.writeString(dimension.word());
        }
        page.writeEndArray();
        page.writeNumberField("capacity_seconds", seconds(answer.capacity()));
        filling(answer, page);
        page.writeObjectFieldStart("total");
        write(answer.total(), page);
        page.writeEndObject();
        page.writeNumberField("count", answer.count());
        page.writeNumberField("page", asked.page());
        page.writeNumberField("limit", question.limit());
        var next = asked.nextPage(answer);
        if (next.isPresent()) {
            page.writeNumberField("next_page", next.getAsInt());
        }
        page.writeArrayFieldStart("rows");
        for (var line : answer.lines()) {
            write(question, line, page);
        }
        page.writeEndArray();
    }

    private static void filling(LedgerAnswer answer, JsonGenerator page) throws IOException {
        if (answer.filling().isEmpty()) {
            page.writeNullField("filling");
            return;
        }
        var filling = answer.filling().get();
        page.writeObjectFieldStart("filling");
        page.writeNumberField("gpus", filling.gpus());
        page.writeStringField("since", time(filling.since()));
        page.writeStringField("told", time(filling.told()));
        page.writeEndObject();
    }

    private static void write(LedgerQuestion question, Line line, JsonGenerator page) throws IOException {
        page.writeStartObject();
        for (var i = 0; i < question.by().size(); i++) {
            page.writeFieldName(question.by().get(i).word());
            if (line.key().get(i).isPresent()) {
                page.writeString(line.key().get(i).get());
            } else {
                page.writeNull();
            }
        }
        write(line.sum(), page);
        page.writeEndObject();
    }

    private static void write(Sum sum, JsonGenerator page) throws IOException {
        page.writeNumberField("gpu_seconds", seconds(sum.millis()));
        page.writeNumberField("unpriced_seconds", seconds(sum.unpriced()));
        page.writeNumberField("provisional_seconds", seconds(sum.open()));
        page.writeNumberField("filling_seconds", seconds(sum.filling()));
        page.writeBooleanField("settled", sum.isSettled());
        page.writeNumberField("coverage", sum.coverage());
        page.writeNumberField("uncertain_seconds", seconds(sum.uncertain()));
        if (sum.millijoules().isPresent()) {
            page.writeNumberField("energy_joules", seconds(sum.millijoules().get()));
        } else {
            page.writeNullField("energy_joules");
        }
        page.writeObjectFieldStart("cost");
        for (var cost : sum.cost().entrySet()) {
            page.writeStringField(cost.getKey(), money(cost));
        }
        page.writeEndObject();
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }

    /// Thousandths of anything.
    static BigDecimal seconds(long millis) {
        return BigDecimal.valueOf(millis, 3);
    }

    private static String money(Map.Entry<String, Long> cost) {
        return BigDecimal.valueOf(cost.getValue(), 6).toPlainString();
    }
}
