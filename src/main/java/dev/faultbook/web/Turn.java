package dev.faultbook.web;

import dev.faultbook.report.Report.Found;
import dev.faultbook.report.RetryReport;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who acts next: what has to be done decides, and where that leaves it open, the layer. */
public enum Turn {
  YOU,
  PLATFORM;

  private static final Set<String> OF_THE_PLATFORM =
      Set.of("driver", "gpu", "network", "storage", "host");

  static Turn of(Found lead, @Nullable RetryReport retry) {
    return switch (retry == null ? null : retry.action()) {
      case RESET_GPU, REBOOT, REPLACE_HARDWARE, OTHER_NODE, CONTACT_ADMIN -> PLATFORM;
      case FIX_PROGRAM, FREE_RESOURCES -> YOU;
      case null, default -> OF_THE_PLATFORM.contains(lead.layer()) ? PLATFORM : YOU;
    };
  }

  /** The suffix of its message key. */
  public String tag() {
    return name().toLowerCase(Locale.ROOT);
  }
}
