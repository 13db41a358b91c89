package dev.faultbook.diagnosis;

import dev.faultbook.codes.CodeTables;
import dev.faultbook.compatibility.CompatibilityTables;
import dev.faultbook.content.Content;
import dev.faultbook.content.ContentFiles;
import dev.faultbook.content.Entry;
import dev.faultbook.content.ExampleLog;
import dev.faultbook.content.Language;
import dev.faultbook.content.Lazy;
import dev.faultbook.content.Page;
import dev.faultbook.content.ValueReader;
import dev.faultbook.content.ValueWriter;
import dev.faultbook.matcher.SignatureIndex;
import dev.faultbook.search.PageIndex;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * The knowledge that is packed into the application. It is compiled when the jar is built, so that
 * the application does not read the files of the content at start.
 */
public final class PackedKnowledge {
  private static final String FOLDER = "packed/";

  private PackedKnowledge() {}

  /** A part of the compiled content, which is a file. */
  enum Part {
    /** Everything except the texts: sufficient for diagnosis. */
    CORE,
    /** The pages of each entry. */
    PAGES,
    /** The example logs of each entry. */
    LOGS,
    /** The files of the full-text index. */
    SEARCH;

    private String file() {
      return name().toLowerCase(Locale.ROOT) + ".bin";
    }
  }

  /** What is needed for a diagnosis. */
  private record Core(
      Content content,
      CompatibilityTables compatibility,
      CodeTables codes,
      SignatureIndex.Plan plan) {}

  /**
   * Compiles a content folder.
   *
   * @throws InvalidContentException if the content has errors
   * @throws IOException if it cannot be read or the output cannot be written
   */
  public static void writeTo(Path output, Path content) throws IOException {
    Knowledge knowledge = KnowledgeReader.requireValid(ContentFiles.fromFolder(content));
    Files.createDirectories(output);
    for (Map.Entry<Part, byte[]> part : compile(knowledge).entrySet()) {
      Files.write(output.resolve(part.getKey().file()), part.getValue());
    }
  }

  static Map<Part, byte[]> compile(Knowledge knowledge) {
    ValueWriter pages = new ValueWriter();
    ValueWriter logs = new ValueWriter();
    for (Entry entry : knowledge.entries()) {
      pages.addRoot(entry.pages());
      logs.addRoot(entry.logs());
    }
    Content content =
        knowledge
            .content()
            .withEntries(knowledge.entries().stream().map(Entry::withoutTexts).toList());
    ValueWriter core = new ValueWriter();
    core.addRoot(
        new Core(
            content,
            knowledge.compatibility().tables(),
            knowledge.codes(),
            knowledge.signatures().plan()));
    ValueWriter search = new ValueWriter();
    search.addRoot(PageIndex.buildFiles(knowledge.content()));
    return new EnumMap<>(
        Map.of(
            Part.CORE, core.toBytes(),
            Part.PAGES, pages.toBytes(),
            Part.LOGS, logs.toBytes(),
            Part.SEARCH, search.toBytes()));
  }

  /**
   * The knowledge of the packed content: in a jar the compiled form, otherwise read from its files.
   */
  static Knowledge open() {
    return isCompiled()
        ? Compiled.KNOWLEDGE
        : KnowledgeReader.requireValid(ContentFiles.loadPacked());
  }

  /** Files beside classes can change after compilation; those of a jar cannot. */
  static boolean isCompiled() {
    URL core = PackedKnowledge.class.getClassLoader().getResource(FOLDER + Part.CORE.file());
    return core != null && !core.getProtocol().equals("file");
  }

  /** Restored once. */
  private static final class Compiled {
    static final Knowledge KNOWLEDGE = restore(PackedKnowledge::readResource);

    private Compiled() {}
  }

  private static byte[] readResource(Part part) {
    try (InputStream in =
        PackedKnowledge.class.getClassLoader().getResourceAsStream(FOLDER + part.file())) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("The packed content cannot be read", e);
    }
  }

  /** Restores knowledge from its parts; parts with texts are loaded on first access. */
  @SuppressWarnings("unchecked") // The compiler wrote roots of these types.
  static Knowledge restore(Function<Part, byte[]> parts) {
    Core core = (Core) new ValueReader(parts.apply(Part.CORE)).readRoot(0);
    Lazy<ValueReader> pages = new Lazy<>(() -> new ValueReader(parts.apply(Part.PAGES)));
    Lazy<ValueReader> logs = new Lazy<>(() -> new ValueReader(parts.apply(Part.LOGS)));
    List<Entry> entries = new ArrayList<>(core.content().entries().size());
    for (Entry entry : core.content().entries()) {
      int number = entries.size();
      entries.add(
          entry.withDeferred(
              () -> (Map<Language, Page>) pages.get().readRoot(number),
              () -> (List<ExampleLog>) logs.get().readRoot(number)));
    }
    return new Knowledge(
        core.content().withEntries(entries),
        core.compatibility(),
        core.codes(),
        core.plan(),
        content ->
            PageIndex.ofFiles(
                content,
                (Map<String, byte[]>) new ValueReader(parts.apply(Part.SEARCH)).readRoot(0)));
  }
}
