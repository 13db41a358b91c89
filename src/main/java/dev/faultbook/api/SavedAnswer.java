package dev.faultbook.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.faultbook.report.Report;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A report with the data about its storage. */
record SavedAnswer(
    @JsonUnwrapped Report report,
    @Schema(
            description =
                "The token that deletes the saved diagnosis; returned only once, to the client that"
                    + " saved it.")
        @JsonProperty("delete_token")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String deleteToken,
    @Schema(description = "When the saved diagnosis expires.") Instant expires,
    @Schema(
            description = "Number of distinct redacted values of each type.",
            example = "{\"secret\": 1, \"email\": 2, \"ip\": 3, \"user\": 1}")
        Map<String, Integer> redactions) {}
