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
import dev.faultbook.log.TextParts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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
   * Reads the packed content and the layers above it, each of which wins over those before it. A
   * folder of complete content takes the place of all before it.
   *
   * @param folders the layers; without one, the files of the packed content are read anew
   * @throws IOException if a folder cannot be read
   */
  public static Result readFolders(List<Path> folders) throws IOException {
    if (folders.isEmpty()) {
      return readFiles(ContentFiles.loadPacked());
    }
    Knowledge sum = null;
    List<ContentError> errors = new ArrayList<>();
    for (Path folder : folders) {
      ContentFiles files = ContentFiles.fromFolder(folder);
      Result result =
          files.isComplete()
              ? readFiles(files)
              : readLayer(files, sum == null ? PackedKnowledge.open() : sum);
      sum = result.knowledge();
      String path = folders.size() == 1 ? "" : files.name() + "/";
      for (ContentError error : result.errors()) {
        errors.add(new ContentError(path + error.file(), error.line(), error.message()));
      }
    }
    return new Result(Objects.requireNonNull(sum), errors);
  }

  private static Result readLayer(ContentFiles layer, Knowledge below) {
    ContentErrors errors = new ContentErrors();
    Content sum = ContentReader.readLayer(layer, below.content(), errors);
    return new Result(below.withContent(sum), errors.sortedErrors());
  }

  /**
   * The knowledge to work with.
   *
   * @param folders the layers above the packed content
   * @throws InvalidContentException if the content has errors
   * @throws IOException if a folder cannot be read
   */
  public static Knowledge open(List<Path> folders) throws IOException {
    return folders.isEmpty()
        ? PackedKnowledge.open()
        : requireValid(
            folders.stream().map(Path::toString).collect(Collectors.joining(", ")),
            readFolders(folders));
  }

  /**
   * The knowledge to work with, with a layer above that of the folders.
   *
   * @param top the layer; an empty one is none
   * @throws InvalidContentException if the content has errors
   * @throws IOException if a folder cannot be read
   */
  static Knowledge open(List<Path> folders, ContentFiles top) throws IOException {
    Knowledge below = open(folders);
    return top.files().isEmpty() ? below : requireValid(top.name(), readLayer(top, below));
  }

  /** The knowledge that is packed into the application. */
  public static Knowledge openPacked() {
    return PackedKnowledge.open();
  }

  /**
   * Restores the packed knowledge ahead of its first use, unless its files are read anew each time.
   */
  public static void readAhead() {
    if (PackedKnowledge.isCompiled()) {
      PackedKnowledge.open();
    }
  }

  /**
   * The folders of {@code FAULTBOOK_CONTENT}, which commas separate; empty for the packed content.
   */
  public static List<Path> parseFolders(@Nullable String list) {
    return list == null
        ? List.of()
        : TextParts.splitAt(list, ',').stream()
            .map(String::strip)
            .filter(folder -> !folder.isEmpty())
            .map(Path::of)
            .toList();
  }

  static Knowledge requireValid(ContentFiles files) {
    return requireValid(files.name(), readFiles(files));
  }

  private static Knowledge requireValid(String name, Result result) {
    if (!result.errors().isEmpty()) {
      throw new InvalidContentException(name, result.errors());
    }
    return result.knowledge();
  }
}
