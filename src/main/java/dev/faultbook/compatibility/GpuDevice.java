package dev.faultbook.compatibility;

import dev.faultbook.compatibility.CompatibilityTables.Gpu;
import dev.faultbook.compatibility.CompatibilityTables.Platform;
import java.util.Optional;

/**
 * A GPU of known capability.
 *
 * @param name its model, or the capability if only that was given
 * @param row its row, if the model was given
 */
public record GpuDevice(String name, Version capability, Platform platform, Optional<Gpu> row) {}
