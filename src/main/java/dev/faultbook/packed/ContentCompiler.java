package dev.faultbook.packed;

import dev.faultbook.content.Catalogue;
import dev.faultbook.content.Content;
import dev.faultbook.content.ContentFiles;
import dev.faultbook.content.ContentReader;
import dev.faultbook.content.Entry;
import dev.faultbook.search.PageIndex;
import dev.faultbook.content.ContentError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Compiles a content folder when the jar is built, so that the application does not read its files
 * at start.
 */
public final class ContentCompiler {
  private ContentCompiler() {}

  /**
   * Compiles a folder.
   *
   * @param args the content folder, and the output folder
   * @throws IOException if the first cannot be read or the second cannot be written
   */
  public static void main(String[] args) throws IOException {
    ContentReader.Result read =
        ContentReader.readContent(ContentFiles.fromFolder(Path.of(args[0])));
    List<ContentError> faults = read.faults();
    if (!faults.isEmpty()) {
      faults.forEach(System.err::println);
      System.exit(1);
    }
    Path folder = Files.createDirectories(Path.of(args[1]));
    for (Map.Entry<PackedContent.Part, byte[]> part : compileContent(read.content()).entrySet()) {
      Files.write(folder.resolve(part.getKey().file()), part.getValue());
    }
  }

  static Map<PackedContent.Part, byte[]> compileContent(Content content) {
    ValueWriter core = new ValueWriter();
    ValueWriter pages = new ValueWriter();
    ValueWriter logs = new ValueWriter();
    for (Entry entry : content.entries()) {
      pages.addRoot(entry.pages());
      logs.addRoot(entry.logs());
    }
    core.addRoot(
        new Content(
            content.entries().stream().map(Entry::withoutTexts).toList(),
            content.factRules(),
            content.factTypes(),
            content.compatibility(),
            content.codes()));
    ValueWriter search = new ValueWriter();
    search.addRoot(PageIndex.buildFiles(new Catalogue(content).current()));
    Map<PackedContent.Part, byte[]> parts = new EnumMap<>(PackedContent.Part.class);
    parts.put(PackedContent.Part.CORE, core.toBytes());
    parts.put(PackedContent.Part.PAGES, pages.toBytes());
    parts.put(PackedContent.Part.LOGS, logs.toBytes());
    parts.put(PackedContent.Part.SEARCH, search.toBytes());
    return parts;
  }
}
