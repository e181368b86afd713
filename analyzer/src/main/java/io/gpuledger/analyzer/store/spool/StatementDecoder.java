package io.gpuledger.analyzer.store.spool;

import io.gpuledger.analyzer.store.spool.StatementEncoder.Form;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.Census;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import io.gpuledger.analyzer.telemetry.Statement.Part;
import io.gpuledger.analyzer.telemetry.Statement.Unsaid;
import io.gpuledger.analyzer.telemetry.Statement.Whole;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Reads what a [StatementEncoder] wrote.
final class StatementDecoder {
    private final List<String> words = new ArrayList<>();
    private final List<ObjectId> objects = new ArrayList<>();

    /// A batch that ends with its rows has none.
    List<Statement> decode(Unpacker in, long arrivedMillis) {
        if (in.left() == 0) {
            return List.of();
        }
        var count = in.count();
        var statements = new ArrayList<Statement>(count);
        var millis = arrivedMillis;
        for (var i = 0; i < count; i++) {
            var form = in.octet();
            millis += in.zigzag();
            statements.add(statement(form, millis, in));
        }
        return statements;
    }

    private Statement statement(int form, long millis, Unpacker in) {
        return switch (form) {
            case Form.PART -> new Part(object(in), millis, attributes(in), ended(in));
            case Form.WHOLE -> new Whole(object(in), millis, attributes(in));
            case Form.GONE -> new Gone(object(in), millis);
            case Form.UNSAID -> new Unsaid(object(in), millis);
            case Form.CENSUS -> new Census(word(in), kind(in), millis, millis + in.zigzag());
            default -> throw new IndexOutOfBoundsException("a statement of the form " + form);
        };
    }

    private SortedMap<String, String> attributes(Unpacker in) {
        var attributes = new TreeMap<String, String>();
        for (var left = in.count(); left > 0; left--) {
            attributes.put(word(in), in.text());
        }
        return attributes;
    }

    private SortedSet<String> ended(Unpacker in) {
        var ended = new TreeSet<String>();
        for (var left = in.count(); left > 0; left--) {
            ended.add(word(in));
        }
        return ended;
    }

    private ObjectId object(Unpacker in) {
        return Numbering.read(
                objects, (int) in.varint(), () -> new ObjectId(word(in), kind(in), word(in), in.text(), in.text()));
    }

    private Kind kind(Unpacker in) {
        var word = word(in);
        return Kind.ofWord(word).orElseThrow(() -> new IndexOutOfBoundsException("a thing of the kind " + word));
    }

    private String word(Unpacker in) {
        return Numbering.read(words, (int) in.varint(), in::text);
    }
}
