package io.gpuledger.service.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
    /// It is longer than a name may be, so that nobody is asked for it.
    private static final String NOBODYS = "x".repeat(300);

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:9400", "127.1.2.3:9400", "[::1]:9400"})
    void loopback_is_known(String address) {
        assertThat(Address.parse(address).isLoopback()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {":9400", "0.0.0.0:9400", "[::]:9400", "10.0.0.1:9400"})
    void what_others_reach_is_not_loopback(String address) {
        assertThat(Address.parse(address).isLoopback()).isFalse();
    }

    @Test
    void a_name_that_nobody_knows_is_not_taken_for_loopback() {
        assertThat(new Address(NOBODYS, 9400).isLoopback()).isFalse();
    }
}
