package dev.faultbook.failure;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Maps the path of a file to the library that it belongs to. */
final class Libraries {
  private static final List<String> PACKAGE_FOLDERS =
      List.of("/site-packages/", "/dist-packages/", "/Lib/site-packages/", "/node_modules/");
  private static final List<String> PYTHON_TREES = List.of("/lib/python", "/lib64/python");
  private static final List<String> SYSTEM_TREES = List.of("/usr/lib/", "/usr/local/lib/");

  /** Directories where vendors' images keep sources that they run, and the package of each. */
  private static final Map<String, String> SOURCE_TREES = PhraseSets.LISTS.pairs("source trees");

  private Libraries() {}

  /**
   * The top-level package or the shared library of a file; null if it is the user's own.
   *
   * @param path as printed, with slashes or backslashes
   */
  static @Nullable String libraryOf(String path) {
    String p = path.replace('\\', '/');
    for (String folder : PACKAGE_FOLDERS) {
      int at = p.lastIndexOf(folder);
      if (at >= 0) {
        return firstName(p, at + folder.length());
      }
    }
    if (p.startsWith("site-packages/") || p.startsWith("dist-packages/")) {
      return firstName(p, 14);
    }
    return SOURCE_TREES.entrySet().stream()
        .filter(tree -> p.contains(tree.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseGet(() -> runtimeOf(p));
  }

  private static @Nullable String runtimeOf(String p) {
    // <frozen runpy>, <frozen importlib._bootstrap>; <string>, <stdin> are the user's.
    if (p.startsWith("<frozen ") || p.startsWith("<__array_function__")) {
      return "python";
    }
    if (isSystem(p) || isWindowsRuntime(p)) {
      return "python";
    }
    // cupy_backends\cuda\libs\nvrtc.pyx: extensions print the path where they were built.
    boolean built = p.endsWith(".pyx") || p.endsWith(".pxd") || p.endsWith(".pxi");
    return built ? firstName(p, 0) : null;
  }

  private static boolean isSystem(String p) {
    return SYSTEM_TREES.stream().anyMatch(p::startsWith)
        || PYTHON_TREES.stream().anyMatch(p::contains);
  }

  /** {@code C:\Python310\lib\subprocess.py}, {@code D:\Anaconda3\envs\x\lib\asyncio\events.py}. */
  private static boolean isWindowsRuntime(String p) {
    String lower = p.toLowerCase(Locale.ROOT);
    int lib = lower.indexOf("/lib/");
    return lib > 0
        && p.length() > 2
        && p.charAt(1) == ':'
        && (lower.lastIndexOf("python", lib) > 0 || lower.lastIndexOf("conda", lib) > 0);
  }

  /** The first name of a path from an index on: {@code torch}; {@code six} for {@code six.py}. */
  private static String firstName(String p, int from) {
    int slash = p.indexOf('/', from);
    if (slash > from) {
      return p.substring(from, slash);
    }
    String file = p.substring(from);
    int dot = file.indexOf('.');
    return dot > 0 ? file.substring(0, dot) : file;
  }
}
