package dev.faultbook.diagnosis;

import dev.faultbook.codes.CodeTables;
import dev.faultbook.codes.CodeTablesReader;
import dev.faultbook.compatibility.CompatibilityReader;
import dev.faultbook.compatibility.CompatibilityTables;
import dev.faultbook.content.Content;
import dev.faultbook.content.ContentError;
import dev.faultbook.content.ContentErrors;
import dev.faultbook.content.ContentFiles;
import dev.faultbook.content.ContentReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads a content folder as a whole: entries, fact rules and tables. */
public final class KnowledgeReader {
  private KnowledgeReader() {}

  /**
   * What was read from a folder.
   *
   * @param knowledge the readable part; entries with errors are left out
   * @param errors all errors, sorted by file and line
   */
  public record Result(Knowledge knowledge, List<ContentError> errors) {}

  /** Reads a folder. Errors in its files are reported in the result, never thrown. */
  public static Result readFiles(ContentFiles files) {
    ContentErrors errors = new ContentErrors();
    Content content = ContentReader.readContent(files, errors);
    CompatibilityTables tables = CompatibilityReader.readTables(files, errors);
    CodeTables codes = CodeTablesReader.readTables(files, errors);
    return new Result(new Knowledge(content, tables, codes), errors.sortedErrors());
  }

  /**
   * The knowledge to work with.
   *
   * @param folder a content folder; empty for the content that is packed into the application
   * @throws InvalidContentException if the content has errors
   * @throws IOException if the folder cannot be read
   */
  public static Knowledge open(Optional<Path> folder) throws IOException {
    return folder.isPresent()
        ? requireValid(ContentFiles.fromFolder(folder.get()))
        : PackedKnowledge.open();
  }

  static Knowledge requireValid(ContentFiles files) {
    Result result = readFiles(files);
    if (!result.errors().isEmpty()) {
      throw new InvalidContentException(files.name(), result.errors());
    }
    return result.knowledge();
  }
}
