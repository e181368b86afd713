package io.gpuledger.analyzer.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;

class DatabaseSettingsTest {
    @Test
    void a_url_is_read_as_jdbc_and_libpq_have_it() {
        assertThat(DatabaseUrl.parse("postgres://me@db:5433/ledger?sslmode=require"))
                .isEqualTo(new DatabaseUrl("jdbc:postgresql://db:5433/ledger?sslmode=require", "me"));
        assertThat(DatabaseUrl.parse("postgresql://db/ledger"))
                .isEqualTo(new DatabaseUrl("jdbc:postgresql://db/ledger", ""));
        assertThat(DatabaseUrl.parse("jdbc:postgresql://a:1,b:2/ledger?targetServerType=primary"))
                .isEqualTo(new DatabaseUrl("jdbc:postgresql://a:1,b:2/ledger?targetServerType=primary", ""));
    }

    @Test
    void a_password_in_a_url_is_refused() {
        assertThatThrownBy(() -> DatabaseUrl.parse("postgres://me:secret@db/ledger"))
                .hasMessageContaining("database-password-file")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> DatabaseUrl.parse("jdbc:postgresql://db/ledger?password=secret"))
                .hasMessageContaining("database-password-file");
    }

    @Test
    void other_databases_are_refused() {
        assertThatThrownBy(() -> DatabaseUrl.parse("mysql://db/ledger")).hasMessageContaining("postgres://");
    }

    @Test
    void what_went_wrong_is_told_from_the_first_state_in_the_chain() {
        assertThat(Failure.of(new SQLException("no", "53100"))).isEqualTo(Failure.DISK_FULL);
        assertThat(Failure.of(new SQLException("no", "22021"))).isEqualTo(Failure.CONTENT);
        assertThat(Failure.of(new SQLException("no", "40P01"))).isEqualTo(Failure.CONFLICT);
        assertThat(Failure.of(new SQLTransientConnectionException("pool", new SQLException("no", "53300"))))
                .isEqualTo(Failure.TOO_MANY_CONNECTIONS);
        assertThat(Failure.of(new SQLTransientConnectionException("pool"))).isEqualTo(Failure.NO_CONNECTION);
    }
}
