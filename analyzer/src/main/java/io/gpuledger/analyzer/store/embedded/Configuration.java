package io.gpuledger.analyzer.store.embedded;

import io.gpuledger.analyzer.store.OwnerOnly;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/// postgresql.conf and pg_hba.conf: written at each start, so that they are always this version's.
///
/// @param log the folder of the server's log
record Configuration(int port, int sharedBuffersMebibytes, Path log) {
    private static final String FILE = "postgresql.conf";
    private static final Pattern PORT = Pattern.compile("(?m)^port = (\\d+)");

    /// This role owns everything, and its database.
    static final String ROLE = "gpu_ledger";

    static final String DATABASE = "gpu_ledger";
    static final String ADDRESS = "127.0.0.1";

    private static final String ACCESS = """
        # TYPE DATABASE USER ADDRESS METHOD
        host all all 127.0.0.1/32 scram-sha-256
        """;

    /// The port of the configuration that lies there.
    static OptionalInt portIn(Path data) throws IOException {
        return OwnerOnly.read(data.resolve(FILE)).stream()
                .flatMap(text -> PORT.matcher(text).results())
                .mapToInt(found -> Integer.parseInt(found.group(1)))
                .findFirst();
    }

    boolean isIn(Path data) throws IOException {
        return OwnerOnly.read(data.resolve(FILE)).filter(text()::equals).isPresent();
    }

    void writeInto(Path data) throws IOException {
        OwnerOnly.write(data.resolve("pg_hba.conf"), ACCESS);
        OwnerOnly.write(data.resolve(FILE), text());
    }

    String text() {
        return """
            # Written by gpu-analyzer at each start: what is changed here does not last.

            # Who gets in: whoever has the password, from this machine.
            listen_addresses = '%1$s'
            port = %2$d
            unix_socket_directories = ''
            password_encryption = scram-sha-256
            max_connections = 30                    # the analyzer's pool, and somebody who looks
            cluster_name = 'gpu-analyzer'           # how its processes are called
            allow_alter_system = off                # this file is the only place for settings

            # Nothing that was committed is lost, come what may.
            fsync = on
            synchronous_commit = on
            full_page_writes = on

            # Memory: the machine is shared.
            shared_buffers = %3$dMB
            effective_cache_size = %4$dMB           # those, and some of the system's cache
            work_mem = 16MB                         # sorts and hashes of a report
            maintenance_work_mem = 64MB             # indexes of a day
            huge_pages = off                        # those that are reserved are somebody else's
            dynamic_shared_memory_type = sysv       # containers have 64 MB of /dev/shm, too little for a large join

            # Writing: a steady stream of rows.
            wal_level = minimal                     # nobody copies from here
            max_wal_senders = 0                     # as above
            max_logical_replication_workers = 0     # as above
            wal_compression = off                   # built without lz4, and pglz costs more than the bytes
            wal_buffers = 16MB                      # a COPY or two
            checkpoint_timeout = 15min              # a page is written whole to the log once in this time
            max_wal_size = 2GB                      # so that time, not size, calls for a checkpoint
            min_wal_size = 256MB                    # files used again rather than made

            # Partitions grow at their end and are dropped whole.
            autovacuum = on
            autovacuum_max_workers = 2              # of few cores
            autovacuum_vacuum_insert_scale_factor = 1.0 # read over as it doubles, not at each fifth
            autovacuum_analyze_scale_factor = 0.2   # the newest hours look like those before

            # Reading.
            jit = off                               # queries of milliseconds: compiling takes longer
            random_page_cost = 1.1                  # no disk that turns
            track_io_timing = off                   # a clock read per block
            client_connection_check_interval = 10s  # no work for an analyzer that is gone
            idle_in_transaction_session_timeout = 10min # a forgotten one would keep vacuum from its work

            # One language and one time, whatever the machine speaks.
            timezone = 'UTC'
            log_timezone = 'UTC'
            lc_messages = 'C'

            # Its log: files of a bounded size, the oldest of which the analyzer deletes.
            logging_collector = on
            log_directory = '%5$s'
            log_filename = '%6$s'
            log_file_mode = 0600
            log_rotation_age = 0
            log_rotation_size = 10MB
            log_min_messages = warning
            log_checkpoints = off                   # four lines an hour that nobody needs
            log_line_prefix = '%%m [%%p] '
            """.formatted(
                        ADDRESS,
                        port,
                        sharedBuffersMebibytes,
                        sharedBuffersMebibytes * 4L,
                        log.toString().replace("'", "''"),
                        ServerLog.NAMES);
    }
}
