package dev.faultbook.content;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An unmodifiable map that is loaded on first access. */
final class DeferredMap<K, V> extends AbstractMap<K, V> {
  private final Supplier<Map<K, V>> source;
  private volatile @Nullable Map<K, V> fetched;

  /**
   * @param source called once, or by several threads that access the map at the same time
   */
  DeferredMap(Supplier<Map<K, V>> source) {
    this.source = source;
  }

  private Map<K, V> fetched() {
    Map<K, V> known = fetched;
    if (known == null) {
      known = Map.copyOf(source.get());
      fetched = known;
    }
    return known;
  }

  @Override
  public @Nullable V get(Object key) {
    return fetched().get(key);
  }

  @Override
  public Set<Entry<K, V>> entrySet() {
    return fetched().entrySet();
  }
}
