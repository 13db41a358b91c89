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
import dev.faultbook.search.PageIndex;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The knowledge that is packed into the application. */
final class PackedKnowledge {
  private static final String FOLDER = "packed/";

  private PackedKnowledge() {}

  /** A part of the compiled content, with the name of its file. */
  enum Part {
    /** Everything except the texts: sufficient for diagnosis. */
    CORE("core.bin"),
    /** The pages of each entry. */
    PAGES("pages.bin"),
    /** The example logs of each entry. */
    LOGS("logs.bin"),
    /** The files of the full-text index. */
    SEARCH("search.bin");

    private final String file;

    Part(String file) {
      this.file = file;
    }

    String file() {
      return file;
    }
  }

  /** Provides the bytes of the parts. */
  interface Parts {
    byte[] bytesOf(Part part);
  }

  /** What is needed for a diagnosis. */
  record Core(Content content, CompatibilityTables compatibility, CodeTables codes) {}

  /**
   * The knowledge of the packed content: in a jar the compiled form, otherwise read from its files.
   */
  static Knowledge open() {
    URL core = PackedKnowledge.class.getClassLoader().getResource(FOLDER + Part.CORE.file());
    // Files beside classes can change after compilation; those of a jar cannot.
    return core == null || core.getProtocol().equals("file")
        ? KnowledgeReader.requireValid(ContentFiles.loadPacked())
        : restore(PackedKnowledge::readResource);
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
  static Knowledge restore(Parts parts) {
    Core core = (Core) new ValueReader(parts.bytesOf(Part.CORE)).readRoot(0);
    Lazy<ValueReader> pages = new Lazy<>(() -> new ValueReader(parts.bytesOf(Part.PAGES)));
    Lazy<ValueReader> logs = new Lazy<>(() -> new ValueReader(parts.bytesOf(Part.LOGS)));
    List<Entry> entries = new ArrayList<>(core.content().entries().size());
    for (Entry entry : core.content().entries()) {
      int number = entries.size();
      entries.add(
          entry.withDeferred(() -> pagesOf(pages.get(), number), () -> logsOf(logs.get(), number)));
    }
    return new Knowledge(
        new Content(entries, core.content().factRules(), core.content().factTypes()),
        core.compatibility(),
        core.codes(),
        all -> PageIndex.ofFiles(filesOf(new ValueReader(parts.bytesOf(Part.SEARCH)))));
  }

  @SuppressWarnings("unchecked") // The compiler wrote a root of this type.
  private static Map<String, byte[]> filesOf(ValueReader search) {
    return (Map<String, byte[]>) search.readRoot(0);
  }

  @SuppressWarnings("unchecked") // The compiler wrote a root of this type for each entry.
  private static Map<Language, Page> pagesOf(ValueReader pages, int number) {
    return (Map<Language, Page>) pages.readRoot(number);
  }

  @SuppressWarnings("unchecked") // The compiler wrote a root of this type for each entry.
  private static List<ExampleLog> logsOf(ValueReader logs, int number) {
    return (List<ExampleLog>) logs.readRoot(number);
  }
}
