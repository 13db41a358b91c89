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
    assertThat(space.isEnough()).isTrue();
    assertThat(space.<String>store(1, () -> "stored")).isEqualTo("stored");
    long tooMuch = freeBytes();
    assertThatExceptionOfType(StoreUnavailableException.class)
        .isThrownBy(() -> space.store(tooMuch, () -> "stored"));
    assertThat(space.<String>store(1, () -> "stored")).isEqualTo("stored");
  }

  @Test
  void savesThatRunAtTheSameTimeCountTogether() throws IOException {
    DiskSpace space = new DiskSpace(folder, freeBytes() / 2);
    // Each of the two needs about three eighths of the free space; a half is above the reserve.
    long size = freeBytes() / 8;
    String stored =
        space.store(
            size,
            () -> {
              assertThatExceptionOfType(StoreUnavailableException.class)
                  .isThrownBy(() -> space.store(size, () -> "stored"));
              return "stored";
            });
    assertThat(stored).isEqualTo("stored");
    assertThat(space.<String>store(size, () -> "stored")).isEqualTo("stored");
  }

  @Test
  void anExternalDatabaseReportsForItself() {
    DiskSpace space = new DiskSpace(null, LARGE);
    assertThat(space.isEnough()).isTrue();
    assertThat(space.<String>store(LARGE, () -> "stored")).isEqualTo("stored");
  }

  private static long freeBytes() throws IOException {
    return Files.getFileStore(folder).getUsableSpace();
  }
}
