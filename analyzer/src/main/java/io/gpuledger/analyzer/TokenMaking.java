package io.gpuledger.analyzer;

import io.gpuledger.service.auth.Token;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.io.PrintStream;
import java.util.List;

/// The command `token`: makes a token, and prints it once, with its line for the access file.
final class TokenMaking {
    static final Setting<String> NAME =
            Setting.text("token-name", "token: what the token is called in the access file and in the audit log.");

    static final List<Setting<?>> ALL = List.of(NAME);

    private TokenMaking() {}

    static int run(Settings settings, PrintStream out) {
        var name = settings.find(NAME)
                .filter(text -> text.matches("[\\w.:@/-]{1,100}"))
                .orElseThrow(() -> new BadSettingsException(
                        List.of("token-name: must be given: letters, digits and any of . : @ / _ -, as in"
                                + " --token-name=prometheus")));
        var token = Token.random();
        out.print("""
            %s
            # That is the token; it is not printed again. Its line for `tokens` in the access file:
            #   - {name: "%s", sha256: %s, role: viewer}
            """.formatted(token.reveal(), name, token.hash().hex()));
        out.flush();
        return 0;
    }
}
