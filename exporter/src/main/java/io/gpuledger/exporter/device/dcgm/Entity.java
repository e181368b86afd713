package io.gpuledger.exporter.device.dcgm;

/// Whatever DCGM has values of, by its kind (`DCGM_FE_...`) and DCGM's number for it.
record Entity(int group, int id) {
    static final int NONE = 0;
    static final int GPU = 1;
    static final int GPU_INSTANCE = 4;
    static final int COMPUTE_INSTANCE = 5;

    /// What values belong to that are the same for the whole node.
    static final Entity NODE = new Entity(NONE, 0);

    static Entity gpu(int id) {
        return new Entity(GPU, id);
    }

    static Entity gpuInstance(int id) {
        return new Entity(GPU_INSTANCE, id);
    }

    static Entity computeInstance(int id) {
        return new Entity(COMPUTE_INSTANCE, id);
    }
}
