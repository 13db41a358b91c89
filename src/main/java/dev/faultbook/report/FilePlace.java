package dev.faultbook.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * The file that holds a line, and the position in it; both null if the log is a single file.
 *
 * @param source name of the file
 * @param sourceLine number of the line in that file, from 1
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FilePlace(
    @Nullable String source, @JsonProperty("source_line") @Nullable Long sourceLine) {
  /** For a log that is a single file. */
  public static final FilePlace NONE = new FilePlace(null, null);
}
