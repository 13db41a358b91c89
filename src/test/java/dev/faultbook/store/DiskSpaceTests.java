package dev.faultbook.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verifies that no save touches the reserve of the disk, whatever its size. */
class DiskSpaceTests {
  private static final long LARGE = 1L << 40;

  @TempDir private static Path folder;

  @Test
  void aSaveThatWouldTouchTheReserveIsRefused() throws IOException {
    DiskSpace space = new DiskSpace(folder, freeBytes() / 2);
    assertThat(space.isEnoughFor(0)).isTrue();
    space.requireFor(1);
    long tooMuch = freeBytes();
    assertThatExceptionOfType(StoreUnavailableException.class)
        .isThrownBy(() -> space.requireFor(tooMuch));
  }

  @Test
  void anExternalDatabaseReportsForItself() {
    DiskSpace space = new DiskSpace(null, LARGE);
    assertThat(space.isEnoughFor(0)).isTrue();
    space.requireFor(LARGE);
  }

  private static long freeBytes() throws IOException {
    return Files.getFileStore(folder).getUsableSpace();
  }
}
