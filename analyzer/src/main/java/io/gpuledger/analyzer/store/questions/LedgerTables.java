package io.gpuledger.analyzer.store.questions;

import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.ReadPool;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.store.questions.LedgerAnswer.Filling;
import io.gpuledger.analyzer.store.questions.LedgerAnswer.Line;
import io.gpuledger.analyzer.store.questions.LedgerAnswer.Sum;
import io.gpuledger.analyzer.time.Span;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Answers what stands in the books.
public final class LedgerTables {
    private static final int SUM_COLUMNS = 10;
    private static final int LINE = SUM_COLUMNS + 2;
    private static final int KEY = LINE + SUM_COLUMNS;

    private static final String BOOKED = """
        select coalesce((extract(epoch from min(hour)) * 1000)::bigint, 0),
            coalesce((extract(epoch from max(hour) + interval '1 hour') * 1000)::bigint, 0)
        from gpu_ledger.hour_sum
        """;

    private static final String FILLING = """
        select count(*), (extract(epoch from min(since)) * 1000)::bigint, (extract(epoch from max(told)) * 1000)::bigint
        from gpu_ledger.filling where since < 'epoch'::timestamptz + ? * interval '1 ms'
        """;

    private final ReadPool enquiries;

    public LedgerTables(Database database) {
        this.enquiries = database.enquiries();
    }

    /// Throws [CannotAskException].
    public LedgerAnswer answer(LedgerQuestion question) {
        return enquiries.ask(enquiry -> answer(enquiry, question));
    }

    /// All of the same instant. Throws [CannotAskException].
    public List<LedgerAnswer> answers(List<LedgerQuestion> questions) {
        return enquiries.ask(enquiry -> {
            var answers = new ArrayList<LedgerAnswer>();
            for (var question : questions) {
                answers.add(answer(enquiry, question));
            }
            return answers;
        });
    }

    /// From the first to the last hour that stands in the books; empty where there is none. Throws
    /// [CannotAskException].
    public Span booked() {
        return enquiries.ask(enquiry -> {
            try (var statement = enquiry.connection().createStatement();
                    var results = statement.executeQuery(BOOKED)) {
                results.next();
                return new Span(results.getLong(1), results.getLong(2));
            }
        });
    }

    private static LedgerAnswer answer(ReadSession enquiry, LedgerQuestion question) throws SQLException {
        var sql = new LedgerSql(question, Waiting.of(enquiry));
        try (var statement = enquiry.connection().prepareStatement(sql.text())) {
            set(statement, sql, question);
            try (var results = statement.executeQuery()) {
                return read(results, question, filling(enquiry, question.window()));
            }
        }
    }

    private static Optional<Filling> filling(ReadSession enquiry, Span window) throws SQLException {
        try (var statement = enquiry.connection().prepareStatement(FILLING)) {
            statement.setLong(1, window.to());
            try (var results = statement.executeQuery()) {
                results.next();
                return Optional.of(new Filling(results.getLong(1), results.getLong(2), results.getLong(3)))
                        .filter(filling -> filling.gpus() > 0);
            }
        }
    }

    private static void set(PreparedStatement statement, LedgerSql sql, LedgerQuestion question) throws SQLException {
        var at = 1;
        for (var values : sql.values()) {
            statement.setArray(at++, statement.getConnection().createArrayOf("text", values.toArray()));
        }
        statement.setLong(at++, question.window().from());
        statement.setLong(at++, question.window().to());
        statement.setInt(at++, question.limit());
        statement.setInt(at, question.skip());
    }

    /// The total stands in each row; where there is no line, in one that has none.
    private static LedgerAnswer read(ResultSet results, LedgerQuestion question, Optional<Filling> filling)
            throws SQLException {
        var lines = new ArrayList<Line>();
        results.next();
        var total = sum(results, 1);
        var count = results.getLong(SUM_COLUMNS + 1);
        do {
            if (results.getObject(LINE) != null) {
                lines.add(new Line(key(results, question.by().size()), sum(results, LINE)));
            }
        } while (results.next());
        return new LedgerAnswer(lines, total, count, total.everything(), filling);
    }

    private static List<Optional<String>> key(ResultSet results, int length) throws SQLException {
        var key = new ArrayList<Optional<String>>(length);
        for (var i = 0; i < length; i++) {
            key.add(Optional.ofNullable(results.getString(KEY + i)));
        }
        return key;
    }

    private static Sum sum(ResultSet results, int from) throws SQLException {
        return new Sum(
                results.getLong(from),
                results.getLong(from + 1),
                results.getLong(from + 8),
                results.getLong(from + 2),
                cost(results.getArray(from + 3), results.getArray(from + 4)),
                results.getLong(from + 5),
                results.getLong(from + 6),
                Optional.ofNullable(results.getObject(from + 7, Long.class)),
                results.getLong(from + 9));
    }

    private static SortedMap<String, Long> cost(@Nullable Array currencies, @Nullable Array micros)
            throws SQLException {
        var cost = new TreeMap<String, Long>();
        if (currencies != null && micros != null) {
            var names = (String[]) currencies.getArray();
            var amounts = (Long[]) micros.getArray();
            for (var i = 0; i < names.length; i++) {
                cost.put(names[i], amounts[i]);
            }
        }
        return cost;
    }
}
