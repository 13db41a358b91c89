package dev.faultbook.content;

import java.util.AbstractList;
import java.util.List;
import java.util.function.Supplier;

/** An unmodifiable list that is loaded on first access. */
final class DeferredList<E> extends AbstractList<E> {
  private final Lazy<List<E>> elements;

  DeferredList(Supplier<List<E>> source) {
    this.elements = new Lazy<>(() -> List.copyOf(source.get()));
  }

  @Override
  public E get(int index) {
    return elements.get().get(index);
  }

  @Override
  public int size() {
    return elements.get().size();
  }
}
