package dev.faultbook.store;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Limits of the store of shared diagnoses.
 *
 * @param maxLogSize largest log that is stored, uncompressed
 * @param retention how long a shared diagnosis is kept
 * @param maxSize most bytes of all stored diagnoses together, compressed
 * @param savesPerClient most shared diagnoses a minute from one client address
 * @param savesInAll most shared diagnoses a minute from all clients
 */
@ConfigurationProperties("faultbook.store")
record StoreSettings(
    @DefaultValue("16MB") DataSize maxLogSize,
    @DefaultValue("30d") Duration retention,
    @DefaultValue("10GB") DataSize maxSize,
    @DefaultValue("20") int savesPerClient,
    @DefaultValue("120") int savesInAll) {}
