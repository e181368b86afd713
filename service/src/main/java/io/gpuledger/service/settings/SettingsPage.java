package io.gpuledger.service.settings;

import java.util.stream.Collectors;

/// A program's settings as a part of docs/configuration.md.
public final class SettingsPage {
    private SettingsPage() {}

    public static String of(Declaration program) {
        var declaration = Invocation.withConfig(program);
        return declaration.settings().stream()
                .map(setting -> entry(setting, declaration.prefix()))
                .collect(Collectors.joining("\n"));
    }

    private static String entry(Setting<?> setting, String prefix) {
        var flags = setting.flags().stream().map(flag -> code(flag + " " + setting.placeholder()));
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
