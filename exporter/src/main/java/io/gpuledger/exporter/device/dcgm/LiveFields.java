package io.gpuledger.exporter.device.dcgm;

import com.sun.jna.Memory;
import io.gpuledger.exporter.device.dcgm.FieldValue.Content;
import io.gpuledger.exporter.device.dcgm.Structs.EntityPair;
import io.gpuledger.exporter.device.dcgm.Structs.FieldValueV2;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// What the driver itself says of a few fields of one entity, past DCGM's cache: for what rarely changes.
final class LiveFields {
    private static final int FIELDS_MAX = 16;

    private final long handle;
    private final Memory entity = EngineConnection.cleared(EntityPair.SIZE);
    private final Memory fields = EngineConnection.cleared((long) FIELDS_MAX * Short.BYTES);
    private final Memory values = EngineConnection.cleared((long) FIELDS_MAX * FieldValueV2.SIZE);

    LiveFields(long handle) {
        this.handle = handle;
    }

    /// What was said; what was not stands nowhere.
    record Answer(Map<Integer, Content> byField) {
        Optional<String> text(int field) {
            return byField.get(field) instanceof Content.Text(String text) ? Optional.of(text) : Optional.empty();
        }

        OptionalInt number(int field) {
            return byField.get(field) instanceof Content.Amount(double value)
                    ? OptionalInt.of((int) value)
                    : OptionalInt.empty();
        }
    }

    Answer of(Entity asked, List<Integer> ids) {
        entity.setInt(0, asked.group());
        entity.setInt(EntityPair.ID, asked.id());
        for (var i = 0; i < ids.size(); i++) {
            fields.setShort((long) i * Short.BYTES, ids.get(i).shortValue());
        }
        values.clear();
        var status = CallFailedException.statusOf(
                "dcgmEntitiesGetLatestValues",
                Dcgm.dcgmEntitiesGetLatestValues(handle, entity, 1, fields, ids.size(), Dcgm.LIVE_DATA, values));
        if (status != Status.OK) {
            return new Answer(Map.of());
        }
        var byField = new HashMap<Integer, Content>();
        for (var i = 0; i < ids.size(); i++) {
            var value = FieldValue.ofV2(values, (long) i * FieldValueV2.SIZE);
            byField.put(value.field(), value.content());
        }
        return new Answer(byField);
    }
}
