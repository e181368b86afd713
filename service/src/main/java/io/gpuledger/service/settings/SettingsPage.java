package io.gpuledger.service.settings;

import java.util.stream.Collectors;

/// This writes a program's settings as a part of docs/configuration.md.
public final class SettingsPage {
    private SettingsPage() {}

    public static String of(Declaration program) {
        var declaration = Invocation.withConfig(program);
        return declaration.settings().stream()
                .filter(setting -> !setting.isForeign())
                .map(setting -> entry(setting, declaration.prefix()))
                .collect(Collectors.joining("\n"));
    }

    /// The settings that only the program has in whose place ours can be started, and what becomes of them.
    public static String foreign(Declaration program) {
        return program.settings().stream()
                .filter(Setting::isForeign)
                .map(setting -> "| %s | %s | %s |%n"
                        .formatted(
                                code(String.join(", ", setting.flags())),
                                code(String.join(", ", setting.variables(program.prefix()))),
                                setting.description()))
                .collect(Collectors.joining("", "| flag | environment | what becomes of it |\n|---|---|---|\n", ""));
    }

    private static String entry(Setting<?> setting, String prefix) {
        var value = setting.isOnOff() ? "" : " " + setting.placeholder();
        var flags = setting.flags().stream().map(flag -> code(flag + value));
        var variables = setting.variables(prefix).stream().map(SettingsPage::code);
        return """
            ### %s

            %s

            - flag: %s
            - environment: %s
            - default: %s
            """.formatted(
                        setting.key(),
                        setting.description(),
                        flags.collect(Collectors.joining(", ")),
                        variables.collect(Collectors.joining(", ")),
                        setting.fallback().map(SettingsPage::code).orElse("none"));
    }

    private static String code(String text) {
        return "`" + text + "`";
    }
}
