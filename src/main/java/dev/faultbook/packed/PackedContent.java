package dev.faultbook.packed;

import dev.faultbook.content.Catalogue;
import dev.faultbook.content.Content;
import dev.faultbook.content.ContentFiles;
import dev.faultbook.content.Entry;
import dev.faultbook.content.ExampleLog;
import dev.faultbook.content.Page;
import dev.faultbook.content.Language;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The content that is packed into the application. The entry point of the package. */
public final class PackedContent {
  private static final String FOLDER = "packed/";

  private PackedContent() {}

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

  /**
   * A catalogue of the packed content: in a jar the compiled form, otherwise read from its files.
   */
  public static Catalogue openCatalogue() {
    URL core = PackedContent.class.getClassLoader().getResource(FOLDER + Part.CORE.file());
    // Files beside classes can change after compilation; those of a jar cannot.
    return core == null || core.getProtocol().equals("file")
        ? new Catalogue(ContentFiles.loadPacked())
        : new Catalogue(restoreContent(PackedContent::readResource));
  }

  private static byte[] readResource(Part part) {
    try (InputStream in =
        PackedContent.class.getClassLoader().getResourceAsStream(FOLDER + part.file())) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("The packed content cannot be read", e);
    }
  }

  /** Restores content from its parts; parts with texts are loaded on first access. */
  static Content restoreContent(Parts parts) {
    Content core = (Content) new ValueReader(parts.bytesOf(Part.CORE)).readRoot(0);
    Supplier<ValueReader> pages = remembering(() -> new ValueReader(parts.bytesOf(Part.PAGES)));
    Supplier<ValueReader> logs = remembering(() -> new ValueReader(parts.bytesOf(Part.LOGS)));
    List<Entry> entries = new ArrayList<>(core.entries().size());
    for (Entry entry : core.entries()) {
      int number = entries.size();
      entries.add(
          entry.withDeferred(() -> pagesOf(pages.get(), number), () -> logsOf(logs.get(), number)));
    }
    return new Content(
        entries,
        core.factRules(),
        core.factTypes(),
        core.compatibility(),
        core.codes(),
        Optional.of(() -> filesOf(new ValueReader(parts.bytesOf(Part.SEARCH)))));
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

  private static <T> Supplier<T> remembering(Supplier<T> source) {
    return new Supplier<>() {
      private @Nullable T known;

      @Override
      public synchronized T get() {
        T value = known;
        if (value == null) {
          value = source.get();
          known = value;
        }
        return value;
      }
    };
  }
}
