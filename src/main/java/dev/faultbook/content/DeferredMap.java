package dev.faultbook.content;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An unmodifiable map that is loaded on first access. */
final class DeferredMap<K, V> extends AbstractMap<K, V> {
  private final Lazy<Map<K, V>> values;

  DeferredMap(Supplier<Map<K, V>> source) {
    this.values = new Lazy<>(() -> Map.copyOf(source.get()));
  }

  @Override
  public @Nullable V get(Object key) {
    return values.get().get(key);
  }

  @Override
  public Set<Entry<K, V>> entrySet() {
    return values.get().entrySet();
  }
}
