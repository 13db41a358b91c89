package dev.faultbook.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.faultbook.report.Report;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A report with the data about its storage. */
record SavedAnswer(
    @JsonUnwrapped Report report,
    @JsonProperty("delete_token") @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String deleteToken,
    Instant expires,
    Map<String, Integer> redactions) {}
