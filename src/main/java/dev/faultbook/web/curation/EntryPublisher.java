package dev.faultbook.web.curation;

import dev.faultbook.content.ContentFiles;
import dev.faultbook.content.ContentReader;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.server.ServerSettings;
import dev.faultbook.store.EntryLayer;
import dev.faultbook.store.PublishRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Publishes entries into the first writable folder of content, or else into the database, where
 * they are in force at once. Where the folder is a git checkout, each change is a commit on the
 * branch that is checked out. What the edition refuses is taken back. Thread-safe.
 */
@Component
public final class EntryPublisher {
  private static final String DATABASE = "PostgreSQL";

  private final Editions editions;
  private final EntryLayer layer;
  private final ServerSettings.Curation settings;

  EntryPublisher(Editions editions, EntryLayer layer, ServerSettings settings) {
    this.editions = editions;
    this.layer = layer;
    this.settings = settings.curation();
  }

  /**
   * What was changed.
   *
   * @param place the folder of content, or PostgreSQL
   * @param version hash and branch of the commit, {@code 1a2b3c4 (main)}, or in the database {@code
   *     v3}; empty for a folder without git
   */
  public record Change(String place, String version) {}

  /** A change of the folder of an entry. */
  @FunctionalInterface
  private interface Step {
    void take(Path target, Optional<GitFolder> git) throws IOException;
  }

  /**
   * Where entries are published: the folder, or PostgreSQL; empty if that is switched off or
   * impossible.
   */
  public Optional<String> place() {
    return folder()
        .map(Path::toString)
        .or(() -> layer.isOn() ? Optional.of(DATABASE) : Optional.empty());
  }

  private boolean isIntoDatabase() {
    return layer.isOn() && folder().isEmpty();
  }

  private Optional<Path> folder() {
    return settings.publish()
        ? editions.folders().stream().filter(Files::isWritable).findFirst()
        : Optional.empty();
  }

  /**
   * Writes an entry that {@code check} accepts. Its other example logs stay.
   *
   * @param who name of the curator; null for the author of the settings
   * @throws PublishRefusedException if there is no place, git fails, or the edition refuses it
   */
  public Change publish(EntryTexts texts, @Nullable String who) throws IOException {
    if (isIntoDatabase()) {
      requireId(texts.id());
      return toChange(layer.publish(texts.id(), texts.toFolder(), nameOf(who)));
    }
    return change(
        texts.id(),
        "Publish the entry " + texts.id(),
        who,
        (target, git) -> write(target, texts.toFolder()));
  }

  /**
   * Removes an entry from the folder or the database.
   *
   * @throws PublishRefusedException as {@link #publish}, and if there is no such entry
   */
  public Change withdraw(String id, @Nullable String who) throws IOException {
    if (isIntoDatabase()) {
      return toChange(layer.withdraw(id, nameOf(who)));
    }
    return change(
        id,
        "Withdraw the entry " + id,
        who,
        (target, git) -> {
          requireEntry(target, id);
          remove(target);
        });
  }

  /**
   * Puts an entry back as it was before its last change, which withdraws it if it was new.
   *
   * @throws PublishRefusedException as {@link #publish}, and if the folder has no history
   */
  public Change rollBack(String id, @Nullable String who) throws IOException {
    if (isIntoDatabase()) {
      return toChange(layer.rollBack(id, nameOf(who)));
    }
    return change(
        id,
        "Put the entry " + id + " back as it was before",
        who,
        (target, git) -> {
          GitFolder history =
              git.orElseThrow(
                  () ->
                      new PublishRefusedException(
                          "The folder is no git checkout, so there is no earlier version."));
          remove(target);
          history.restorePrevious(id);
        });
  }

  private static Change toChange(EntryLayer.Version version) {
    return new Change(DATABASE, "v" + version.version());
  }

  private String nameOf(@Nullable String who) {
    return who == null ? settings.author() : who;
  }

  /** {@code Ada <desk@example.org>}: the name of the curator, and the address of the settings. */
  private String authorOf(@Nullable String who) {
    String author = settings.author();
    return who == null ? author : who + " " + author.substring(Math.max(0, author.indexOf('<')));
  }

  private synchronized Change change(String id, String message, @Nullable String who, Step step)
      throws IOException {
    Path folder =
        folder()
            .orElseThrow(() -> new PublishRefusedException("No folder of content is writable."));
    requireId(id);
    requireValid();
    Path entries = Files.createDirectories(ContentFiles.entriesOf(folder));
    Path target = entries.resolve(id);
    Optional<GitFolder> git = GitFolder.find(entries, authorOf(who));
    Map<String, byte[]> before = read(target);
    boolean done = false;
    try {
      step.take(target, git);
      takeUp();
      requireValid();
      String commit =
          git.isEmpty() ? "" : git.get().commit(id, message) + " (" + git.get().branch() + ")";
      done = true;
      return new Change(folder.toString(), commit);
    } finally {
      if (!done) {
        if (git.isPresent()) {
          git.get().reset(id);
        }
        remove(target);
        write(target, before);
        takeUp();
      }
    }
  }

  private void takeUp() {
    // The second call takes up what the first one saw.
    editions.refresh();
    editions.refresh();
  }

  private void requireValid() {
    Optional<String> problem = editions.problem();
    if (problem.isPresent()) {
      throw new PublishRefusedException(problem.get());
    }
  }

  private static void requireId(String id) {
    if (!ContentReader.isId(id)) {
      throw new PublishRefusedException("'" + id + "' is not the name of an entry's folder.");
    }
  }

  private static void requireEntry(Path target, String id) {
    if (!Files.isDirectory(target)) {
      throw new PublishRefusedException("The folder has no entry " + id + ".");
    }
  }

  private static Map<String, byte[]> read(Path folder) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> paths = Files.walk(folder)) {
        for (Path path : (Iterable<Path>) paths.filter(Files::isRegularFile)::iterator) {
          files.put(folder.relativize(path).toString(), Files.readAllBytes(path));
        }
      }
    }
    return files;
  }

  private static void write(Path folder, Map<String, byte[]> files) throws IOException {
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.write(path, file.getValue());
    }
  }

  private static void remove(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      try (Stream<Path> paths = Files.walk(folder)) {
        for (Path path : (Iterable<Path>) paths.sorted(Comparator.reverseOrder())::iterator) {
          Files.delete(path);
        }
      }
    }
  }
}
