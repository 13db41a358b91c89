package dev.faultbook.content;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder in which a check runs: all programs but those that only handle text are stand-ins, and
 * absolute paths lead into the folder.
 */
final class Sandbox {
  /** What is broken on top of the state: one tool that fails or is missing, or an absent file. */
  record Defect(String kind, String name) {
    @Override
    public String toString() {
      return name + " " + (kind.equals("fails") ? kind : "is " + kind);
    }
  }

  /**
   * How a check ended.
   *
   * @param used numbers of the tools' command lines that it called
   * @param unexpected calls that no tool answers
   */
  record Outcome(int status, String output, Set<Integer> used, List<String> unexpected) {}

  private static final List<String> REAL =
      List.of(
          "[ awk base64 basename bash cat cmp comm cp cut date dd diff dirname echo egrep env expr",
          "false find flock fold grep head join jq ln ls md5sum mkdir mkfifo mktemp mv nl nohup od",
          "paste printenv printf readlink realpath rm rmdir sed seq sh sha256sum sort stat tac tail",
          "tee test timeout touch tr true truncate uniq wc xargs");

  /** The roots of absolute paths; {@code /dev/null} and its like are no files of the machine. */
  private static final Pattern ABSOLUTE =
      Pattern.compile(
          "(?<![\\w.)}\\]*$/~-])/(?!dev/(?:null|zero|stdin|stdout|stderr|fd)\\b)(?=(?:sys|proc|etc|dev"
              + "|var|tmp|data|path|scratch|mnt|sbin|usr|opt|home|run|lib|lib64|root|boot|srv"
              + "|shared|storage|workspace|MOUNTPOINT|PATH|FOLDER)(?:/|\\b))");

  /** Runs every statement, and fails if one of them fails, as a reader does who looks at each. */
  private static final String DRIVER =
      """
      command_not_found_handle() { printf '%s\\n' "$*" >> "$ROOT/.unexpected"; return 127; }
      export -f command_not_found_handle
      __status=0 __statement=
      while IFS= read -r __line <&3; do
        __statement+=$__line$'\\n'
        if eval "__check() { :"$'\\n'"$__statement"$'\\n'"}" 2> /dev/null; then
          eval "$__statement" 3<&-
          (($? == 0)) || __status=1
          __statement=
        fi
      done 3< "$ROOT/.check"
      [[ -z $__statement ]] || { echo "incomplete: $__statement"; exit 99; }
      exit $__status
      """;

  /** Holds {@code anything}, of which stand-ins of Python modules are made. */
  private static final Path STAND_INS = Path.of("src/test/resources/proofs/python");

  private static final String BASH = program("bash");
  private static final String PYTHON = program("python3");

  private final Path folder;
  private final Proof proof;

  Sandbox(Path folder, Proof proof) {
    this.folder = folder;
    this.proof = proof;
  }

  /** Links the programs that are what they are in every state into a folder. */
  static void linkRealPrograms(Path folder) throws IOException {
    for (String name : String.join(" ", REAL).split(" ")) {
      String found = program(name);
      if (!found.isEmpty()) {
        Files.createSymbolicLink(folder.resolve(name), Path.of(found));
      }
    }
    script(
        folder.resolve("sudo"),
        """
        while [[ $1 == -* ]]; do
          case $1 in -u | -g | -C | -h) shift 2 ;; *) shift ;; esac
        done
        exec env "$@"
        """);
    script(folder.resolve("sleep"), "exit 0\n");
    script(folder.resolve("hostname"), "echo node-7\n");
    script(
        folder.resolve("uname"),
        "case $1 in -m) echo x86_64 ;; -r) echo 6.8.0-45-generic ;; esac\n");
  }

  /** Removes what {@link #linkRealPrograms} made: JUnit warns of links out of its folder. */
  static void removeLinks(Path folder) throws IOException {
    try (Stream<Path> links = Files.list(folder)) {
      for (Path link : links.toList()) {
        Files.delete(link);
      }
    }
  }

  private static String program(String name) {
    return Stream.of(System.getenv("PATH").split(":"))
        .filter(path -> !path.contains("shims"))
        .map(path -> Path.of(path, name))
        .filter(Files::isExecutable)
        .findFirst()
        .map(Path::toString)
        .orElse("");
  }

  /** The tools and files without which the check must fail, as far as it called them. */
  List<Defect> defects(Set<Integer> used) {
    Set<Defect> defects = new LinkedHashSet<>();
    for (int number : used) {
      String name = proof.tools().get(number).name();
      defects.add(new Defect("fails", name));
      defects.add(new Defect("missing", name));
    }
    for (Proof.Thing file : proof.files()) {
      if (file.fixed() != null && !file.name().endsWith("/")) {
        defects.add(new Defect("absent", file.name()));
      }
    }
    return List.copyOf(defects);
  }

  /** Runs a command in one of the two states. */
  Outcome run(String name, String command, boolean fixed, @Nullable Defect defect)
      throws IOException, InterruptedException {
    Path root = Files.createDirectory(folder.resolve(name));
    for (String each : List.of("bin", "work", "tmp", "dev", "root", "python")) {
      Files.createDirectory(root.resolve(each));
    }
    writeFiles(root, fixed, defect);
    writeTools(root, fixed, defect);
    Files.writeString(
        root.resolve(".check"),
        ABSOLUTE.matcher(command).replaceAll(Matcher.quoteReplacement(root + "/")));
    ProcessBuilder builder =
        new ProcessBuilder(BASH, "-c", DRIVER)
            .directory(root.resolve("work").toFile())
            .redirectErrorStream(true)
            .redirectInput(new java.io.File("/dev/null"))
            .redirectOutput(root.resolve(".output").toFile());
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.putAll(
        Map.of(
            "ROOT",
            root.toString(),
            "PATH",
            root.resolve("bin") + ":" + folder.getParent().resolve("real"),
            "HOME",
            root.resolve("root").toString(),
            "TMPDIR",
            root.resolve("tmp").toString(),
            "PYTHONPATH",
            root.resolve("python") + ":" + STAND_INS.toAbsolutePath(),
            "USER",
            "user",
            "LC_ALL",
            "C.UTF-8"));
    for (Proof.Thing variable : proof.environment()) {
      String value = fixed ? variable.fixed() : variable.fault();
      if (value != null) {
        environment.put(variable.name(), value);
      }
    }
    Process process = builder.start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      throw new IOException("does not end: " + command);
    }
    Set<Integer> used = new LinkedHashSet<>();
    lines(root.resolve(".used")).forEach(line -> used.add(Integer.valueOf(line)));
    return new Outcome(
        process.exitValue(),
        Files.readString(root.resolve(".output")).replace(root.toString(), ""),
        used,
        lines(root.resolve(".unexpected")));
  }

  private static List<String> lines(Path file) throws IOException {
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  private void writeFiles(Path root, boolean fixed, @Nullable Defect defect) throws IOException {
    for (Proof.Thing file : proof.files()) {
      String content = fixed ? file.fixed() : file.fault();
      if (content == null || new Defect("absent", file.name()).equals(defect)) {
        continue;
      }
      Path path = place(root, file.name());
      if (file.name().endsWith("/")) {
        Files.createDirectories(path);
      } else {
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
      }
    }
  }

  private static Path place(Path root, String name) {
    Path path =
        name.startsWith("/")
            ? root.resolve(name.substring(1))
            : root.resolve("work").resolve(name).normalize();
    if (!path.startsWith(root)) {
      throw new IllegalArgumentException("outside the folder: " + name);
    }
    return path;
  }

  private void writeTools(Path root, boolean fixed, @Nullable Defect defect) throws IOException {
    Map<String, StringBuilder> scripts = new TreeMap<>();
    for (int number = 0; number < proof.tools().size(); number++) {
      Proof.Tool tool = proof.tools().get(number);
      StringBuilder script =
          scripts.computeIfAbsent(
              tool.name(),
              _ ->
                  new StringBuilder(
                      "call="
                          + quote(tool.name())
                          + "\n[[ $# == 0 ]] || call+=\" $*\"\ncall=${call//\"$ROOT\"/}\ncase $call in\n"));
      script.append(pattern(tool.run())).append(")\necho ").append(number);
      script.append(" >> \"$ROOT/.used\"\n");
      List<Proof.Answer> answers = fixed ? tool.fixed() : tool.fault();
      for (int turn = 0; turn < answers.size(); turn++) {
        Proof.Answer answer = answers.get(turn);
        if (turn < answers.size() - 1) {
          String mark = "\"$ROOT/.call" + number + "." + turn + "\"";
          script.append("if [[ ! -e ").append(mark).append(" ]]; then : > ").append(mark);
          script.append('\n');
        }
        script.append("printf %s ").append(quote(answer.out())).append('\n');
        script.append("printf %s ").append(quote(answer.err())).append(" >&2\n");
        script.append("exit ").append(answer.status()).append('\n');
        if (turn < answers.size() - 1) {
          script.append("fi\n");
        }
      }
      script.append(";;\n");
    }
    for (Map.Entry<String, StringBuilder> entry : scripts.entrySet()) {
      String name = entry.getKey();
      entry.getValue().append("esac\nprintf '%s\\n' \"$call\" >> \"$ROOT/.unexpected\"\nexit 98\n");
      boolean path = name.contains("/");
      Path file = path ? place(root, name) : root.resolve("bin").resolve(name);
      Files.createDirectories(file.getParent());
      if (new Defect("fails", name).equals(defect)) {
        script(file, "exit 1\n");
      } else if (!new Defect("missing", name).equals(defect)) {
        script(file, entry.getValue().toString());
      } else if (!path) {
        script(file, "exit 127\n");
      }
    }
    for (String name : List.of("python", "python3")) {
      if (!scripts.containsKey(name)) {
        script(root.resolve("bin").resolve(name), "exec " + PYTHON + " -S -B \"$@\"\n");
      }
    }
  }

  private static String pattern(String run) {
    List<String> parts = new ArrayList<>();
    for (String part : run.split("\\*", -1)) {
      parts.add(part.isEmpty() ? "" : quote(part));
    }
    return String.join("*", parts);
  }

  private static String quote(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  private static void script(Path file, String text) throws IOException {
    Files.writeString(file, "#!" + BASH + "\n" + text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
