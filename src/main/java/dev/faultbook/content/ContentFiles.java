package dev.faultbook.content;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files of a content folder, in memory.
 *
 * @param name the folder's name in messages
 * @param files bytes by path within the folder, with {@code /} as separator
 */
public record ContentFiles(String name, Map<String, byte[]> files) {
  private static final List<String> PARTS =
      List.of("entries/", "facts/", "codes/", SearchWordsReader.FILE);
  private static final String MARKER = "facts/reading.yaml";
  private static final long MAX_FILE_BYTES = 8L * 1024 * 1024;

  /** The files below a folder, by path, in alphabetical order. */
  public SortedMap<String, byte[]> filesBelow(String folder) {
    return new TreeMap<>(files).subMap(folder, folder + Character.MAX_VALUE);
  }

  /** The ids of the entries, which are the names of their folders, in alphabetical order. */
  public Set<String> entryIds() {
    return filesBelow("entries/").keySet().stream()
        .map(path -> path.split("/", 3))
        .filter(parts -> parts.length == 3)
        .map(parts -> parts[1])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The files of an entry, by path within its folder. */
  Map<String, byte[]> filesOf(String id) {
    String path = EntryReader.pathOf(id);
    Map<String, byte[]> folder = new TreeMap<>();
    filesBelow(path).forEach((name, bytes) -> folder.put(name.substring(path.length()), bytes));
    return folder;
  }

  /**
   * Whether the folder holds everything that a diagnosis needs; otherwise it is a layer: entries
   * that stand above other content.
   */
  public boolean isComplete() {
    return files.containsKey(MARKER);
  }

  /**
   * Reads a folder on disk: a content folder, or the folder of entries of one.
   *
   * @throws IOException if it cannot be read
   */
  public static ContentFiles fromFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new NoSuchFileException(folder.toString(), null, "is not a folder");
    }
    Map<String, byte[]> files =
        readFolder(folder, entriesOf(folder).equals(folder) ? "entries/" : "");
    return new ContentFiles(folder.toString(), files);
  }

  /**
   * The folder with the entries of a folder on disk: the folder itself if it is one of entries.
   *
   * @throws IOException if it cannot be read
   */
  public static Path entriesOf(Path folder) throws IOException {
    Path below = folder.resolve("entries");
    return !Files.isDirectory(below) && holdsEntry(folder) ? folder : below;
  }

  private static boolean holdsEntry(Path folder) throws IOException {
    try (Stream<Path> below = Files.list(folder)) {
      return below.anyMatch(path -> Files.exists(path.resolve(EntryReader.YAML)));
    }
  }

  /** The content that is packed into the application. */
  public static ContentFiles loadPacked() {
    // This file always exists; it leads to the folder, in a jar as in target/classes.
    URL marker = ContentFiles.class.getClassLoader().getResource("content/" + MARKER);
    if (marker == null) {
      throw new IllegalStateException("The application was packed without its content folder");
    }
    try {
      if (marker.getProtocol().equals("file")) {
        return new ContentFiles(
            "content", readFolder(Path.of(marker.toURI()).resolve("../..").normalize(), ""));
      }
      return new ContentFiles("content", inJar((JarURLConnection) marker.openConnection()));
    } catch (IOException e) {
      throw new UncheckedIOException("The packed content cannot be read", e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Reads the jar entry by entry. A zip file system would read the nested jar once per file, which
   * took half of the time of a short diagnosis.
   */
  private static Map<String, byte[]> inJar(JarURLConnection marker) throws IOException {
    String entry = marker.getEntryName();
    String root = entry.substring(0, entry.length() - MARKER.length());
    Map<String, byte[]> files = new TreeMap<>();
    // Use a connection of our own: closing the cached one would close the class loader's jar.
    marker.setUseCaches(false);
    try (JarFile jar = marker.getJarFile()) {
      for (JarEntry each : (Iterable<JarEntry>) jar.stream()::iterator) {
        String name =
            each.getName().startsWith(root) ? each.getName().substring(root.length()) : "";
        if (!each.isDirectory() && isContent(name)) {
          try (InputStream in = jar.getInputStream(each)) {
            files.put(name, in.readAllBytes());
          }
        }
      }
    }
    return files;
  }

  private static boolean isContent(String name) {
    return PARTS.stream().anyMatch(name::startsWith);
  }

  /**
   * @param prefix stands before each path
   */
  private static Map<String, byte[]> readFolder(Path root, String prefix) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : (Iterable<Path>) paths.filter(Files::isRegularFile)::iterator) {
        String name = prefix + root.relativize(path).toString().replace('\\', '/');
        // .git and the files of editors
        if (isContent(name) && !name.contains("/.")) {
          files.put(name, readFile(path));
        }
      }
    }
    return files;
  }

  private static byte[] readFile(Path path) throws IOException {
    if (Files.size(path) > MAX_FILE_BYTES) {
      throw new IOException(path + " is larger than " + MAX_FILE_BYTES + " bytes");
    }
    return Files.readAllBytes(path);
  }
}
