package dev.faultbook.diagnosis;

import dev.faultbook.content.ContentFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The knowledge in force. A change in the folders of the layers, or of the layer above them that is
 * no folder, is taken up as a whole; if it has errors, the last good edition stays. Thread-safe.
 */
public final class Editions {
  private static final Logger LOG = LoggerFactory.getLogger(Editions.class);

  private final List<Path> folders;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private volatile Knowledge current;
  private volatile @Nullable String problem;
  private ContentFiles top = new ContentFiles("", Map.of());

  /** The state of the folders of which the current edition or the problem tells. */
  private long taken;

  private long seen;

  private Editions(List<Path> folders, Knowledge current, long state) {
    this.folders = List.copyOf(folders);
    this.current = current;
    this.taken = state;
    this.seen = state;
  }

  /**
   * The packed content and the layers above it, as {@link KnowledgeReader#open} reads them.
   *
   * @throws InvalidContentException if the content has errors: there is no good edition yet
   * @throws IOException if a folder cannot be read
   */
  public static Editions open(List<Path> folders) throws IOException {
    // The state before reading: what changes meanwhile is read again.
    long state = stateOf(folders);
    return new Editions(folders, KnowledgeReader.open(folders), state);
  }

  /** An edition that does not change. */
  public static Editions of(Knowledge knowledge) {
    return new Editions(List.of(), knowledge, 0);
  }

  /** The edition in force; whoever answers a request asks once. */
  public Knowledge current() {
    return current;
  }

  /** The folders of the layers. */
  public List<Path> folders() {
    return folders;
  }

  /** Why the folders as they are now are not in force; empty if they are. */
  public Optional<String> problem() {
    return Optional.ofNullable(problem);
  }

  /** Calls the listener after each change of the edition or the problem. */
  public void onChange(Runnable listener) {
    listeners.add(listener);
  }

  /**
   * Looks whether the folders changed, and takes up a change that was already there at the call
   * before: a pull or a copy writes many files.
   */
  public synchronized void refresh() {
    long state;
    try {
      state = stateOf(folders);
    } catch (IOException | UncheckedIOException e) {
      problem = "a content folder cannot be read: " + e.getMessage();
      return;
    }
    boolean settled = state == seen;
    seen = state;
    if (state == taken || !settled) {
      return;
    }
    taken = state;
    takeUp();
  }

  /** Puts a layer above the folders in place of the one before; an empty one is none. */
  public synchronized void layOnTop(ContentFiles layer) {
    top = layer;
    takeUp();
  }

  /** What would keep a layer above the folders from being in force; empty if nothing would. */
  public Optional<String> judge(ContentFiles layer) {
    try {
      KnowledgeReader.open(folders, layer);
      return Optional.empty();
    } catch (InvalidContentException | IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private void takeUp() {
    try {
      Knowledge next = KnowledgeReader.open(folders, top);
      next.pages(); // so that no reader waits for its index
      current = next;
      problem = null;
      LOG.info("A new edition of the content is in force: {} entries", current.entries().size());
    } catch (InvalidContentException | IOException e) {
      problem = String.valueOf(e.getMessage());
      LOG.warn("The last good edition of the content stays in force. {}", problem);
    }
    listeners.forEach(Runnable::run);
  }

  /** A hash of the names, sizes and times of all files. */
  private static long stateOf(List<Path> folders) throws IOException {
    long state = 1;
    for (Path folder : folders) {
      try (Stream<Path> paths = Files.walk(folder)) {
        for (Path path : (Iterable<Path>) paths.sorted()::iterator) {
          if (!path.toString().contains("/.git/")) {
            BasicFileAttributes of = Files.readAttributes(path, BasicFileAttributes.class);
            state = 31 * state + path.hashCode();
            state = 31 * state + (of.isRegularFile() ? of.size() : 0);
            state = 31 * state + of.lastModifiedTime().toMillis();
          }
        }
      }
    }
    return state;
  }
}
