package io.gpuledger.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.store.postgres.TestDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Each plants a fault in a database, and wants it named with what mends it.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DoctoringDatabaseTest {
    @TempDir
    private Path folder;

    private DoctorRun doctor = new DoctorRun(Path.of(""));

    @BeforeEach
    void inFolder() {
        doctor = new DoctorRun(folder);
    }

    private List<String> at(TestDatabase database, String user, String password) throws IOException {
        return List.of(
                "--database-url=" + database.url().replaceFirst("\\?.*", ""),
                "--database-user=" + user,
                "--database-password-file=" + doctor.file("password", password));
    }

    private List<String> at(TestDatabase database) throws IOException {
        var settings = database.settings();
        return at(
                database, settings.userName(), settings.password().orElseThrow().reveal());
    }

    @Test
    void a_database_that_is_good_is_looked_at_and_left_as_it_is() throws Exception {
        try (var database = TestDatabase.plain()) {
            assertThat(doctor.said(at(database).toArray(String[]::new)))
                    .contains("gpu_ledger is not there yet, and is made by the first start", "0 to mend");
            assertThat(database.rows("select nspname from pg_namespace where nspname = 'gpu_ledger'"))
                    .isEmpty();
        }
    }

    @Test
    void a_disk_that_the_database_is_not_on_may_be_as_full_as_it_likes() throws Exception {
        try (var database = TestDatabase.plain()) {
            var flags = new ArrayList<>(at(database));
            flags.add("--disk-watermark=1%");

            assertThat(doctor.complaints(flags.toArray(String[]::new))).isEmpty();
        }
    }

    @Test
    void a_password_that_is_wrong_is_named() throws Exception {
        try (var database = TestDatabase.plain()) {
            doctor.complains(
                    "fault",
                    at(database, database.settings().userName(), "wrong"),
                    "refuses the user or the password",
                    "-> give --database-user");
        }
    }

    @Test
    void a_user_who_may_not_make_tables_or_change_them_is_named_with_what_their_owner_has_to_say() throws Exception {
        var guest = "guest_" + Long.toHexString(System.nanoTime());
        try (var database = TestDatabase.plain()) {
            database.execute("create role %1$s login password '%1$s'".formatted(guest));
            try {
                doctor.complains(
                        "fault",
                        at(database, guest, guest),
                        "database schema",
                        guest + " may not make it",
                        "create schema gpu_ledger authorization \"%s\"".formatted(guest));
                database.migrated().close();
                doctor.complains(
                        "fault", at(database, guest, guest), guest + " may not make tables", "grant all on schema");
                database.execute("grant all on schema gpu_ledger to " + guest);
                doctor.complains(
                        "fault", at(database, guest, guest), guest + " may not change them", "-> be that user");
            } finally {
                database.execute("drop owned by %1$s; drop role %1$s".formatted(guest));
            }
        }
    }

    @Test
    void tables_of_a_newer_version_are_named() throws Exception {
        try (var database = TestDatabase.plain()) {
            database.migrated().close();
            assertThat(doctor.said(at(database).toArray(String[]::new)))
                    .contains("its tables are those of this version");
            database.execute("""
                insert into gpu_ledger.flyway_schema_history
                    (installed_rank, version, description, type, script, installed_by, execution_time, success)
                values (9999, '9999', 'later', 'SQL', 'V9999__later.sql', 'somebody', 1, true)
                """);

            doctor.complains(
                    "fault", at(database), "made by a newer version", "V9999__later.sql", "-> start that version");
        }
    }
}
