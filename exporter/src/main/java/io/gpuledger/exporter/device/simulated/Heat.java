package io.gpuledger.exporter.device.simulated;

/// The power sensor, which averages over about a second, and the temperature, which follows power more slowly.
/// Both lag exponentially, so that where a step is cut by a read makes no difference.
final class Heat {
    private static final double SENSOR_SECONDS = 1;
    private static final double THERMAL_SECONDS = 30;

    private final Model.Power power;
    private double watts;
    private double celsius;

    Heat(Model.Power power) {
        this.power = power;
        this.watts = power.idleWatts();
        this.celsius = power.celsius(power.idleWatts());
    }

    void draw(double drawnWatts, double seconds) {
        watts += (drawnWatts - watts) * -Math.expm1(-seconds / SENSOR_SECONDS);
        celsius += (power.celsius(drawnWatts) - celsius) * -Math.expm1(-seconds / THERMAL_SECONDS);
    }

    double watts() {
        return watts;
    }

    double celsius() {
        return celsius;
    }
}
