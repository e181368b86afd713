package io.gpuledger.analyzer.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class TestPostgresTest {
    @Test
    void each_database_is_fresh() throws SQLException {
        try (var one = TestPostgres.freshDatabase();
                var other = TestPostgres.freshDatabase()) {
            sql(one).run("CREATE TABLE here (x int)");
            assertThat(sql(one).ask("SELECT to_regclass('here')")).isEqualTo("here");
            assertThat(sql(other).ask("SELECT to_regclass('here')")).isEqualTo("null");
        }
    }

    @Test
    void a_closed_database_is_gone_whoever_is_connected() throws SQLException {
        var database = TestPostgres.freshDatabase();
        try (var connection = sql(database).connect()) {
            database.close();
            assertThat(connection.isValid(5)).isFalse();
        }
        assertThat(sql(database).answers()).isFalse();
    }

    @Test
    void a_given_url_is_taken_apart() {
        assertThat(TestPostgres.Host.parse("jdbc:postgresql://h:1/db?ssl=false&password=a%26b&user=me"))
                .isEqualTo(new TestPostgres.Host("jdbc:postgresql://h:1/", "db", "?ssl=false", "me", "a&b"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TestPostgres.Host.parse("postgres://h/db"))
                .withMessageContaining("GPU_LEDGER_TEST_DATABASE_URL has to look like");
    }

    private static Sql sql(TestPostgres.Database database) {
        return new Sql(database.url(), database.user(), database.password());
    }
}
