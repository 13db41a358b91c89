package dev.faultbook.content;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Holds the current edition and announces a new one. Thread-safe. */
public final class Catalogue {
  private final List<Consumer<Edition>> listeners = new CopyOnWriteArrayList<>();
  private volatile Edition current;

  /**
   * Reads the content of a folder.
   *
   * @throws BadEditionException if the content has errors
   */
  public Catalogue(ContentFiles files) {
    this.current = readEdition(files, 1);
  }

  /** Uses content that was read already, even with errors, so that it can be checked. */
  public Catalogue(Content content) {
    this.current = new Edition(1, content);
  }

  /** The current edition. */
  public Edition current() {
    return current;
  }

  /**
   * Publishes the content of a folder once every listener has prepared for it.
   *
   * @throws BadEditionException if the content has errors; the old edition stays current
   */
  public synchronized Edition publish(ContentFiles files) {
    Edition next = readEdition(files, current.number() + 1);
    listeners.forEach(listener -> listener.accept(next));
    current = next;
    return next;
  }

  /** Calls the listener with the current edition, and then with every new one. */
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
