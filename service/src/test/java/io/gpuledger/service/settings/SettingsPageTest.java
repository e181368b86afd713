package io.gpuledger.service.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SettingsPageTest {
    @Test
    void each_setting_tells_its_names_and_its_default() {
        var program = new Declaration("toy-box", "Plays.", List.of(), List.of(Toy.LISTEN));

        assertThat(SettingsPage.of(program)).isEqualTo("""
            ### config

            A YAML file of settings, `key: value`; flags and environment beat it.

            - flag: `--config FILE`
            - environment: `TOY_BOX_CONFIG`
            - default: none

            ### listen

            Where it hears 100 % of all.

            - flag: `--listen HOST:PORT`, `--address HOST:PORT`, `-a HOST:PORT`
            - environment: `TOY_BOX_LISTEN`, `OTHER_LISTEN`, `THIRD_LISTEN`
            - default: `:9400`
            """);
    }
}
