package io.gpuledger.analyzer.store.spool;

import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.About;
import io.gpuledger.analyzer.telemetry.Statement.Census;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import io.gpuledger.analyzer.telemetry.Statement.Part;
import io.gpuledger.analyzer.telemetry.Statement.Unsaid;
import io.gpuledger.analyzer.telemetry.Statement.Whole;
import java.util.List;
import java.util.SortedMap;

/// Writes the statements of a batch, behind its rows: an older version of this program does not look there. What it
/// numbers it numbers by itself, so that the rows of the next batch mean the same to that version.
final class StatementEncoder {
    /// The first byte of a statement says by one of these numbers what it is.
    interface Form {
        int PART = 0;
        int WHOLE = 1;
        int GONE = 2;
        int CENSUS = 3;
        int UNSAID = 4;
    }

    private final Numbering<String> words = new Numbering<>();
    private final Numbering<ObjectId> objects = new Numbering<>();
    private final Packer out;

    StatementEncoder(Packer out) {
        this.out = out;
    }

    /// Writes the statements, and nothing at all where there are none.
    void encode(List<Statement> statements, long arrivedMillis) {
        if (statements.isEmpty()) {
            return;
        }
        out.varint(statements.size());
        var millis = arrivedMillis;
        for (var statement : statements) {
            out.octet(form(statement));
            out.zigzag(statement.millis() - millis);
            millis = statement.millis();
            content(statement);
        }
    }

    private static int form(Statement statement) {
        return switch (statement) {
            case Part _ -> Form.PART;
            case Whole _ -> Form.WHOLE;
            case Gone _ -> Form.GONE;
            case Unsaid _ -> Form.UNSAID;
            case Census _ -> Form.CENSUS;
        };
    }

    private void content(Statement statement) {
        if (statement instanceof About about) {
            object(about.object());
        }
        switch (statement) {
            case Part part -> {
                attributes(part.attributes());
                out.varint(part.ended().size());
                part.ended().forEach(this::word);
            }
            case Whole whole -> attributes(whole.attributes());
            case Gone _, Unsaid _ -> {
                // Only who is.
            }
            case Census census -> {
                word(census.cluster());
                word(census.kind().word());
                out.zigzag(census.since() - census.millis());
            }
        }
    }

    private void attributes(SortedMap<String, String> attributes) {
        out.varint(attributes.size());
        attributes.forEach((name, value) -> {
            word(name);
            out.text(value);
        });
    }

    private void object(ObjectId object) {
        var number = objects.of(object);
        out.varint(number);
        if (objects.isNew(number)) {
            objects.add(object);
            word(object.cluster());
            word(object.kind().word());
            word(object.namespace());
            out.text(object.name());
            out.text(object.uid());
        }
    }

    private void word(String word) {
        Numbering.write(words, word, out);
    }
}
