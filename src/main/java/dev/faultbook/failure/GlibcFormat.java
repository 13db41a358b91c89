package dev.faultbook.failure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Messages that glibc prints before it aborts a process with corrupted memory. */
final class GlibcFormat implements FailureFormat {
  /** Prefixes of the messages of glibc's allocator. */
  private static final List<String> ALLOCATOR =
      List.of(
          "free(): ",
          "malloc(): ",
          "realloc(): ",
          "calloc(): ",
          "munmap_chunk(): ",
          "malloc_consolidate(): ",
          "double free or corruption (",
          "corrupted size vs. prev_size",
          "corrupted double-linked list",
          "break adjusted to free malloc space");

  private static final int LONGEST = 120;

  @Override
  public List<String> triggerWords() {
    return List.of(
        "free(): ",
        "malloc(): ",
        "realloc(): ",
        "calloc(): ",
        "munmap_chunk(): ",
        "malloc_consolidate(): ",
        "double free or corr",
        "corrupted size vs.",
        "corrupted double-li",
        "break adjusted to f",
        "smashing detected",
        "overflow detected",
        "*** error in `");
  }

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    return isAbort(line.bare())
        ? Told.of(line, new Failure.Signal(Signals.ABRT, List.of()), Standing.CAUSE)
        : null;
  }

  private static boolean isAbort(String bare) {
    // *** stack smashing detected ***: terminated
    // *** buffer overflow detected ***: terminated
    if (bare.startsWith("*** ") && bare.contains(" detected ***: ")) {
      return true;
    }
    // *** Error in `python3': double free or corruption (!prev): 0x0000000001d3a010 ***
    if (bare.startsWith("*** Error in `") && bare.endsWith(" ***")) {
      return true;
    }
    // free(): invalid pointer
    return bare.length() < LONGEST && ALLOCATOR.stream().anyMatch(bare::startsWith);
  }
}
