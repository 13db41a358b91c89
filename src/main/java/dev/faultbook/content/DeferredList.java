package dev.faultbook.content;

import java.util.AbstractList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A list that cannot be changed and is fetched when it is first looked at. */
final class DeferredList<E> extends AbstractList<E> {
  private final Supplier<List<E>> source;
  private volatile @Nullable List<E> fetched;

  /**
   * @param source asked once, or by a few threads that come at the same time
   */
  DeferredList(Supplier<List<E>> source) {
    this.source = source;
  }

  private List<E> fetched() {
    List<E> known = fetched;
    if (known == null) {
      known = List.copyOf(source.get());
      fetched = known;
    }
    return known;
  }

  @Override
  public E get(int index) {
    return fetched().get(index);
  }

  @Override
  public int size() {
    return fetched().size();
  }
}
