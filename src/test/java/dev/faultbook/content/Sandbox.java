package dev.faultbook.content;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
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

  /**
   * Runs the states whose folders it is given, each in a shell of its own. A state runs every
   * statement, and fails if one of them fails, as a reader does who looks at each.
   */
  private static final String DRIVER =
      """
      command_not_found_handle() { printf '%s\\n' "$*" >> "$ROOT/.unexpected"; return 127; }
      export -f command_not_found_handle
      real=$PATH
      for ROOT in "$@"; do
        (
          export ROOT PATH=$ROOT/bin:$real HOME=$ROOT/root TMPDIR=$ROOT/tmp
          export PYTHONPATH=$ROOT/python:$STAND_INS
          set --
          . "$ROOT/.environment"
          cd "$ROOT/work" || exit
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
        ) > "$ROOT/.output" 2>&1 < /dev/null
        echo $? > "$ROOT/.status"
      done
      """;

  /** Holds {@code anything}, of which stand-ins of Python modules are made. */
  private static final Path STAND_INS = Path.of("src/test/resources/proofs/python");

  private static final String STARTER = ".starter";
  private static final String BASH = program("bash");
  private static final String PYTHON = program("python3");

  private final Path folder;
  private final Proof proof;
  private final List<String> names = new ArrayList<>();

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
    Path starter = Files.writeString(folder.resolve(STARTER), "#!" + BASH + "\n. \"$0.script\"\n");
    Files.setPosixFilePermissions(starter, PosixFilePermissions.fromString("rwxr-xr-x"));
    script(
        folder.resolve("sudo"),
        starter,
        """
        while [[ $1 == -* ]]; do
          case $1 in -u | -g | -C | -h) shift 2 ;; *) shift ;; esac
        done
        exec env "$@"
        """);
    script(folder.resolve("sleep"), starter, "exit 0\n");
    script(folder.resolve("hostname"), starter, "echo node-7\n");
    script(
        folder.resolve("uname"),
        starter,
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

  /** All that can be wrong with the tools and the files after the fix. */
  List<Defect> defects() {
    Set<Defect> defects = new LinkedHashSet<>();
    for (Proof.Tool tool : proof.tools()) {
      defects.add(new Defect("fails", tool.name()));
      defects.add(new Defect("missing", tool.name()));
    }
    for (Proof.Thing file : proof.files()) {
      if (file.fixed() != null && !file.name().endsWith("/")) {
        defects.add(new Defect("absent", file.name()));
      }
    }
    return List.copyOf(defects);
  }

  /** Makes the folder of one state, in which a command will run. */
  void prepare(String name, String command, boolean fixed, @Nullable Defect defect)
      throws IOException {
    Path root = Files.createDirectory(folder.resolve(name));
    for (String each : List.of("bin", "work", "tmp", "dev", "root", "python")) {
      Files.createDirectory(root.resolve(each));
    }
    writeFiles(root, fixed, defect);
    writeTools(root, fixed, defect);
    Files.writeString(
        root.resolve(".check"),
        ABSOLUTE.matcher(command).replaceAll(Matcher.quoteReplacement(root + "/")));
    StringBuilder environment = new StringBuilder();
    for (Proof.Thing variable : proof.environment()) {
      String value = fixed ? variable.fixed() : variable.fault();
      if (value != null) {
        environment.append("export ").append(variable.name()).append('=').append(quote(value));
        environment.append('\n');
      }
    }
    Files.writeString(root.resolve(".environment"), environment);
    names.add(name);
  }

  /** Runs the prepared states in one process; returns how each ended, by name. */
  Map<String, Outcome> run() throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(BASH, "-c", DRIVER, "bash"));
    names.forEach(name -> line.add(folder.resolve(name).toString()));
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output").toFile());
    builder.environment().clear();
    builder
        .environment()
        .putAll(
            Map.of(
                "PATH",
                folder.getParent().resolve("real").toString(),
                "STAND_INS",
                STAND_INS.toAbsolutePath().toString(),
                "USER",
                "user",
                "LC_ALL",
                "C.UTF-8"));
    Process process = builder.start();
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      throw new IOException("does not end: " + line);
    }
    Map<String, Outcome> outcomes = new HashMap<>();
    for (String name : names) {
      Path root = folder.resolve(name);
      Set<Integer> used = new LinkedHashSet<>();
      lines(root.resolve(".used")).forEach(number -> used.add(Integer.valueOf(number)));
      outcomes.put(
          name,
          new Outcome(
              Integer.parseInt(Files.readString(root.resolve(".status")).strip()),
              Files.readString(root.resolve(".output")).replace(root.toString(), ""),
              used,
              lines(root.resolve(".unexpected"))));
    }
    return outcomes;
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
    Path starter = folder.getParent().resolve("real").resolve(STARTER);
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
        script(file, starter, "exit 1\n");
      } else if (!new Defect("missing", name).equals(defect)) {
        script(file, starter, entry.getValue().toString());
      } else if (!path) {
        script(file, starter, "exit 127\n");
      }
    }
    for (String name : List.of("python", "python3")) {
      if (!scripts.containsKey(name)) {
        script(root.resolve("bin").resolve(name), starter, "exec " + PYTHON + " -S -B \"$@\"\n");
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

  /**
   * Makes a program of a script. It is a link to one that reads the script: a file that one thread
   * has just written cannot be executed while another starts a process (ETXTBSY).
   */
  private static void script(Path file, Path starter, String text) throws IOException {
    Files.writeString(Path.of(file + ".script"), text);
    Files.createSymbolicLink(file, starter);
  }
}
