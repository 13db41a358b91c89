package dev.faultbook.packed;

import dev.faultbook.content.Catalogue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The shipped content as compiled by the build. Parsing its files in instrumented classes would
 * take longer than the fuzzing.
 */
public final class CompiledContent {
  private CompiledContent() {}

  /** The catalogue of the compiled content. */
  public static Catalogue openCatalogue() {
    return new Catalogue(PackedContent.restoreContent(CompiledContent::bytesOf));
  }

  private static byte[] bytesOf(PackedContent.Part part) {
    String name = "/packed/" + part.file();
    try (InputStream in = CompiledContent.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing: compile the content before fuzzing");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
