package dev.faultbook.content;

import java.util.AbstractList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An unmodifiable list that is loaded on first access. */
final class DeferredList<E> extends AbstractList<E> {
  private final Supplier<List<E>> source;
  private volatile @Nullable List<E> fetched;

  /**
   * @param source called once, or by several threads that access the list at the same time
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
