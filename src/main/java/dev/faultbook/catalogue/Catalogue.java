package dev.faultbook.catalogue;

import dev.faultbook.content.Content;
import dev.faultbook.content.ContentFiles;
import dev.faultbook.content.ContentReader;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Holds the edition in force and announces a new one. Safe for use by several threads. */
public final class Catalogue {
  private final List<Consumer<Edition>> listeners = new CopyOnWriteArrayList<>();
  private volatile Edition current;

  /**
   * Starts with the content of a folder.
   *
   * @throws BadEditionException when the folder has faults
   */
  public Catalogue(ContentFiles files) {
    this.current = readEdition(files, 1);
  }

  /** Starts with content that was read already, whatever was wrong with it: for checking it. */
  public Catalogue(Content content) {
    this.current = new Edition(1, content);
  }

  /** The edition in force. */
  public Edition current() {
    return current;
  }

  /**
   * Puts the content of a folder in force, once every listener has made ready for it.
   *
   * @throws BadEditionException when the folder has faults; the old edition stays in force
   */
  public synchronized Edition publish(ContentFiles files) {
    Edition next = readEdition(files, current.number() + 1);
    listeners.forEach(listener -> listener.accept(next));
    current = next;
    return next;
  }

  /** Calls the listener with the edition in force, and then with every new one. */
  public synchronized void onEdition(Consumer<Edition> listener) {
    listener.accept(current);
    listeners.add(listener);
  }

  private static Edition readEdition(ContentFiles files, long number) {
    ContentReader.Result result = ContentReader.readContent(files);
    if (!result.faults().isEmpty()) {
      throw new BadEditionException(files.name(), result.faults());
    }
    return new Edition(number, result.content());
  }
}
