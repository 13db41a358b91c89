package dev.faultbook.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.faultbook.report.Report;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A report with what belongs to its being stored. */
record SavedAnswer(
    @JsonUnwrapped Report report,
    @Schema(description = "Deletes the saved diagnosis. Given once, to the one who saved it.")
        @JsonProperty("delete_token")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String deleteToken,
    @Schema(description = "When the saved diagnosis vanishes by itself.") Instant expires,
    @Schema(
            description = "How many different values of each type were taken out of the log.",
            example = "{\"secret\": 1, \"email\": 2, \"ip\": 3, \"user\": 1}")
        Map<String, Integer> redactions) {}
