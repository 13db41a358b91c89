package dev.faultbook.fleet;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where the web application reads what became of the jobs of a fleet.
 *
 * @param bootstrapServers brokers, {@code HOST:PORT,…}; blank if there is no fleet
 * @param consumer more settings of the consumer, such as those of TLS
 */
@ConfigurationProperties("faultbook.fleet")
record FleetSettings(
    @DefaultValue("") String bootstrapServers, @DefaultValue Map<String, String> consumer) {}
