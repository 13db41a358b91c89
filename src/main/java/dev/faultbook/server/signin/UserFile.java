package dev.faultbook.server.signin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * The users of a file, one a line: {@code ada:{bcrypt}$2a$10$…:curator}. A change of the file is in
 * force with the next request. Thread-safe.
 */
public final class UserFile {
  /** Fewest characters of a password. */
  public static final int MIN_PASSWORD = 12;

  /** Most bytes of a password: bcrypt reads no more. */
  public static final int MAX_PASSWORD = 72;

  private static final String NAME_CHARACTERS = "._@-";
  private static final int MAX_NAME = 64;
  private static final PasswordEncoder ENCODER =
      PasswordEncoderFactories.createDelegatingPasswordEncoder();

  private final Path file;
  private Map<String, User> users = Map.of();
  private FileTime read = FileTime.fromMillis(0);

  /**
   * @param file need not exist yet
   */
  public UserFile(Path file) {
    this.file = file;
  }

  /**
   * A user.
   *
   * @param hash the hash of the password, with its kind in braces
   */
  public record User(String name, String hash, UserRole role) {}

  /** Whether a text can be the name of a user. */
  public static boolean isName(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_NAME
        && text.chars()
            .allMatch(
                c -> c < 128 && Character.isLetterOrDigit(c) || NAME_CHARACTERS.indexOf(c) >= 0);
  }

  /**
   * All users, by name.
   *
   * @throws IOException if the file cannot be read, or a line of it is not that of a user
   */
  public synchronized Collection<User> list() throws IOException {
    FileTime changed = Files.getLastModifiedTime(file);
    if (!changed.equals(read)) {
      users = parse(Files.readAllLines(file));
      read = changed;
    }
    return users.values();
  }

  /** The user with a name; empty if there is none, or if the file cannot be read. */
  Optional<User> find(String name) {
    try {
      return list().stream().filter(user -> user.name().equals(name)).findFirst();
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  /** The user with this name and password. */
  Optional<User> find(String name, String password) {
    Optional<User> user = find(name);
    // Also for an unknown name, so that the time of the answer does not tell which exist.
    boolean right =
        fits(password) && ENCODER.matches(password, user.map(User::hash).orElse(Unknown.HASH));
    return right ? user : Optional.empty();
  }

  /** Made on first use. */
  private static final class Unknown {
    static final String HASH = ENCODER.encode("nobody has this password");
  }

  private static boolean fits(String password) {
    return password.getBytes(StandardCharsets.UTF_8).length <= MAX_PASSWORD;
  }

  /** Whether a password is neither too short nor too long. */
  public static boolean isPassword(String text) {
    return text.length() >= MIN_PASSWORD && fits(text);
  }

  /**
   * Adds a user, or changes the password and the role of one.
   *
   * @throws IOException if the file cannot be read or written
   */
  public synchronized void put(String name, String password, UserRole role) throws IOException {
    Map<String, User> changed = new TreeMap<>(present());
    changed.put(name, new User(name, String.valueOf(ENCODER.encode(password)), role));
    write(changed);
  }

  /**
   * Removes a user; false if there is none.
   *
   * @throws IOException if the file cannot be read or written
   */
  public synchronized boolean remove(String name) throws IOException {
    Map<String, User> changed = new TreeMap<>(present());
    boolean was = changed.remove(name) != null;
    if (was) {
      write(changed);
    }
    return was;
  }

  private Map<String, User> present() throws IOException {
    try {
      list();
    } catch (NoSuchFileException none) {
      users = Map.of();
    }
    return users;
  }

  /** Whole or not at all, readable for its owner alone. */
  private void write(Map<String, User> changed) throws IOException {
    List<String> lines = new ArrayList<>();
    changed
        .values()
        .forEach(user -> lines.add(user.name() + ":" + user.hash() + ":" + user.role().tag()));
    Path home = file.toAbsolutePath().getParent();
    Path next = Files.createTempFile(home, "users", ".tmp");
    Files.write(next, lines);
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  private Map<String, User> parse(List<String> lines) throws IOException {
    Map<String, User> parsed = new TreeMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        User user = parse(line, i + 1);
        parsed.put(user.name(), user);
      }
    }
    return parsed;
  }

  private User parse(String line, int number) throws IOException {
    int first = line.indexOf(':');
    int last = line.lastIndexOf(':');
    Optional<UserRole> role = UserRole.fromTag(line.substring(last + 1));
    String name = line.substring(0, Math.max(0, first));
    if (first == last || role.isEmpty() || !isName(name) || line.charAt(first + 1) != '{') {
      throw new IOException(file + ":" + number + " is not NAME:{bcrypt}HASH:ROLE");
    }
    return new User(name, line.substring(first + 1, last), role.get());
  }
}
