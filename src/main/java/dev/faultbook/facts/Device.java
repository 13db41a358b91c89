package dev.faultbook.facts;

import dev.faultbook.content.CompatibilityTables.Gpu;
import dev.faultbook.content.CompatibilityTables.Platform;
import dev.faultbook.content.Version;
import java.util.Optional;

/**
 * A GPU of known capability.
 *
 * @param name its model, or the capability when only that was given
 * @param row its row, when the model was given
 */
record Device(String name, Version capability, Platform platform, Optional<Gpu> row) {}
