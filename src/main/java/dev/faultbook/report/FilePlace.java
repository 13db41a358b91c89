package dev.faultbook.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * The file that holds a line, and where in it. Both are left out when the log is one file.
 *
 * @param source name of the file
 * @param sourceLine number of the line in that file, from 1
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FilePlace(
    @Nullable String source, @JsonProperty("source_line") @Nullable Long sourceLine) {
  /** Of a log that is one file. */
  public static final FilePlace NONE = new FilePlace(null, null);
}
