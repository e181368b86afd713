package io.gpuledger.service.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenTest {
    @Test
    void a_token_is_read_from_what_a_bearer_says() {
        assertThat(Token.parse("Bearer abc")).hasValue(new Token("abc"));
        assertThat(Token.parse("bearer  a.b-c ")).hasValue(new Token("a.b-c"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer", "Bearer ", "Basic YTpi", "abc"})
    void another_language_says_no_token(String header) {
        assertThat(Token.parse(header)).isEmpty();
    }

    @Test
    void tokens_are_long_and_differ() {
        var tokens = Stream.generate(Token::random).limit(1_000).collect(Collectors.toSet());
        assertThat(tokens)
                .hasSize(1_000)
                .allSatisfy(token -> assertThat(token.reveal()).matches("[\\w-]{43}"));
    }

    @Test
    void a_hash_is_that_of_sha256sum() {
        assertThat(new Token("abc").hash())
                .isEqualTo(TokenHash.parse("BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015a"})
    void what_is_no_hash_is_refused(String text) {
        assertThatThrownBy(() -> TokenHash.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("SHA-256");
    }

    @Test
    void neither_is_ever_printed() {
        var token = Token.random();
        assertThat(token.toString()).doesNotContain(token.reveal());
        assertThat(token.hash().toString()).doesNotContain(token.hash().hex());
    }
}
