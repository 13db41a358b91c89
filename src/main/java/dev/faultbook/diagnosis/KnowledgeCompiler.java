package dev.faultbook.diagnosis;

import dev.faultbook.content.Content;
import dev.faultbook.content.ContentFiles;
import dev.faultbook.content.Entry;
import dev.faultbook.content.ValueWriter;
import dev.faultbook.search.PageIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/**
 * Compiles a content folder when the jar is built, so that the application does not read its files
 * at start.
 */
public final class KnowledgeCompiler {
  private KnowledgeCompiler() {}

  /**
   * Compiles a folder.
   *
   * @param args the content folder, and the output folder
   * @throws IOException if the first cannot be read or the second cannot be written
   */
  public static void main(String[] args) throws IOException {
    KnowledgeReader.Result read =
        KnowledgeReader.readFiles(ContentFiles.fromFolder(Path.of(args[0])));
    if (!read.errors().isEmpty()) {
      read.errors().forEach(System.err::println);
      System.exit(1);
    }
    Path folder = Files.createDirectories(Path.of(args[1]));
    for (Map.Entry<PackedKnowledge.Part, byte[]> part : compile(read.knowledge()).entrySet()) {
      Files.write(folder.resolve(part.getKey().file()), part.getValue());
    }
  }

  static Map<PackedKnowledge.Part, byte[]> compile(Knowledge knowledge) {
    ValueWriter core = new ValueWriter();
    ValueWriter pages = new ValueWriter();
    ValueWriter logs = new ValueWriter();
    for (Entry entry : knowledge.entries()) {
      pages.addRoot(entry.pages());
      logs.addRoot(entry.logs());
    }
    core.addRoot(
        new PackedKnowledge.Core(
            new Content(
                knowledge.entries().stream().map(Entry::withoutTexts).toList(),
                knowledge.content().factRules(),
                knowledge.factTypes()),
            knowledge.compatibility().tables(),
            knowledge.codes()));
    ValueWriter search = new ValueWriter();
    search.addRoot(PageIndex.buildFiles(knowledge.entries()));
    Map<PackedKnowledge.Part, byte[]> parts = new EnumMap<>(PackedKnowledge.Part.class);
    parts.put(PackedKnowledge.Part.CORE, core.toBytes());
    parts.put(PackedKnowledge.Part.PAGES, pages.toBytes());
    parts.put(PackedKnowledge.Part.LOGS, logs.toBytes());
    parts.put(PackedKnowledge.Part.SEARCH, search.toBytes());
    return parts;
  }
}
