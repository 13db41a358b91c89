package dev.faultbook.content;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is computed on first use, once. Thread-safe. */
public final class Lazy<T> implements Supplier<T> {
  private final Supplier<T> source;
  private volatile @Nullable T value;

  public Lazy(Supplier<T> source) {
    this.source = source;
  }

  @Override
  public T get() {
    T known = value;
    return known != null ? known : compute();
  }

  private synchronized T compute() {
    if (value == null) {
      value = source.get();
    }
    return Objects.requireNonNull(value);
  }
}
