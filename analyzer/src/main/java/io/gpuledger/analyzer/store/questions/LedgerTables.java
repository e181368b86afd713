package io.gpuledger.analyzer.store.questions;

import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadPool;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.store.questions.LedgerAnswer.Filling;
import io.gpuledger.analyzer.store.questions.LedgerAnswer.Line;
import io.gpuledger.analyzer.store.questions.LedgerAnswer.Sum;
import io.gpuledger.analyzer.time.Span;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

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

    /// Each hour is looked up, as it has hundreds of sums.
    private static final String HOURS = """
        select (extract(epoch from asked.hour) * 1000)::bigint
        from generate_series(to_timestamp(? / 1000.0), to_timestamp(? / 1000.0) - interval '1 hour', interval '1 hour')
            as asked (hour)
        where exists (select from gpu_ledger.hour_sum where hour_sum.hour = asked.hour)
        """;

    /// Asks some questions, and makes something of the answers.
    @FunctionalInterface
    public interface Questions<T> {
        T ask(Answers answers) throws DatabaseException;
    }

    /// Answers as of one instant.
    public static final class Answers {
        private final ReadSession reading;
        private final Map<Span, BooksState> books = new HashMap<>();

        private Answers(ReadSession reading) {
            this.reading = reading;
        }

        public LedgerAnswer to(LedgerQuestion question) throws DatabaseException {
            var known = books.get(question.window());
            var state = known == null ? BooksState.of(reading, question.window()) : known;
            books.put(question.window(), state);
            return answer(reading, question, state);
        }

        /// Returns the hours of a time of which anything is in the books. Those of a downtime that was so long that
        /// GPUs count as gone have nothing.
        public Set<Instant> hours(Span window) throws DatabaseException {
            return Set.copyOf(new Query<>(reading.session())
                    .number(window.from())
                    .number(window.to())
                    .list(HOURS, row -> Instant.ofEpochMilli(row.longNumber(1))));
        }
    }

    private final ReadPool readPool;

    public LedgerTables(Database database) {
        this.readPool = database.readPool();
    }

    /// Answers one question. Throws [CannotAskException].
    public LedgerAnswer answer(LedgerQuestion question) {
        return together(answers -> answers.to(question));
    }

    /// Answers several questions as of the same instant. Throws [CannotAskException].
    public <T> T together(Questions<T> questions) {
        return readPool.ask(reading -> questions.ask(new Answers(reading)));
    }

    /// Returns the time from the first to the last hour that stands in the books, which is empty where there is none.
    /// Throws [CannotAskException].
    public Span booked() {
        return readPool.ask(reading ->
                new Query<>(reading.session()).one(BOOKED, row -> new Span(row.longNumber(1), row.longNumber(2))));
    }

    private static LedgerAnswer answer(ReadSession reading, LedgerQuestion question, BooksState books)
            throws DatabaseException {
        var sql = new LedgerSql(question, books);
        var query = new Query<>(reading.session()).number(books.until());
        sql.values().forEach(query::textArray);
        var rows = query.number(question.window().from())
                .number(question.window().to())
                .number(question.limit())
                .number(question.skip())
                .list(sql.text(), row -> Answered.of(row, question, books));
        return answer(rows, books.filling());
    }

    private static LedgerAnswer answer(List<Answered> rows, Optional<Filling> filling) {
        var any = rows.getFirst();
        var lines = rows.stream().flatMap(row -> row.line().stream()).toList();
        return new LedgerAnswer(lines, any.total(), any.count(), any.total().everything(), filling);
    }

    /// A row of the answer. The total stands in each of them. Where there is no line, it stands in one that has none.
    private record Answered(Sum total, long count, Optional<Line> line) {
        static Answered of(ResultRow row, LedgerQuestion question, BooksState books) throws DatabaseException {
            var total = sum(row, 1, books.cover(question.window()));
            return new Answered(
                    total,
                    row.longNumber(SUM_COLUMNS + 1),
                    row.optionalLongNumber(LINE).isPresent()
                            ? Optional.of(line(row, question, books))
                            : Optional.empty());
        }

        private static Line line(ResultRow row, LedgerQuestion question, BooksState books) throws DatabaseException {
            var key = key(row, question.by().size());
            return new Line(question.by(), key, sum(row, LINE, books.cover(question.window(key))));
        }
    }

    private static List<Optional<String>> key(ResultRow row, int length) throws DatabaseException {
        var key = new ArrayList<Optional<String>>(length);
        for (var i = 0; i < length; i++) {
            key.add(row.optionalText(KEY + i));
        }
        return key;
    }

    private static Sum sum(ResultRow row, int from, boolean whole) throws DatabaseException {
        return new Sum(
                row.longNumber(from),
                row.longNumber(from + 1),
                row.longNumber(from + 8),
                row.longNumber(from + 2),
                cost(row.texts(from + 3), row.longNumbers(from + 4)),
                row.longNumber(from + 5),
                row.longNumber(from + 6),
                row.optionalLongNumber(from + 7),
                row.longNumber(from + 9),
                whole);
    }

    private static SortedMap<String, Long> cost(List<String> currencies, List<Long> micros) {
        var cost = new TreeMap<String, Long>();
        for (var i = 0; i < currencies.size(); i++) {
            cost.put(currencies.get(i), micros.get(i));
        }
        return cost;
    }
}
