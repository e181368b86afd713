package io.gpuledger.exporter.device.simulated;

import io.gpuledger.exporter.device.Device.Instance;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;

/// Answers for a chip at the instant that it has been advanced to.
final class ChipProbe implements Probe {
    private final Chip chip;
    private final Measurements measured;

    ChipProbe(Chip chip) {
        this.chip = chip;
        this.measured = chip.measure();
    }

    @Override
    public Reading gpu(Quantity quantity) {
        return measured.reading(chip.model(), chip.partition().mig().isPresent(), quantity);
    }

    /// An instance that is gone since the scan fails, as its handle would.
    @Override
    public Reading instance(Instance instance, Quantity quantity) {
        return chip.partition()
                .slot(instance)
                .map(slot -> Measurements.instance(
                        chip.model().memory(instance.memorySlices()),
                        chip.now(slot).memory(),
                        slot.mean().value(),
                        quantity))
                .orElse(Absent.FAILED);
    }

    @Override
    public Reading link(int number) {
        return Reading.of(chip.linkUp(number));
    }
}
