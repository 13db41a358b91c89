package dev.faultbook.content;

import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/**
 * Determines which options a shell text passes to which programs, also through launchers such as
 * srun.
 */
final class ProgramOptions {
  /** Programs that take another program as an argument. */
  private static final Set<String> LAUNCHERS =
      Set.of(
          ("accelerate apptainer bash command compute-sanitizer conda cuda-gdb deepspeed docker"
                  + " enroot env exec find flock gdb horovodrun kubectl mpiexec mpirun podman"
                  + " python salloc sbatch sh srun ssh sudo timeout torch.distributed.launch torch.distributed.run torchrun unshare uv")
              .split(" "));

  private static final Set<String> SHELLS = Set.of("bash", "sh", "ssh");

  /** Shell keywords that precede a command. */
  private static final Set<String> KEYWORDS =
      Set.of("if", "then", "else", "elif", "do", "while", "until", "!", "{");

  /** Keywords and commands whose arguments are not options of a program. */
  private static final Set<String> WITHOUT_OPTIONS =
      Set.of("for", "done", "fi", "}", "case", "esac", "echo", "printf", ".");

  private static final Pattern ASSIGNMENT =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]*\\+?=.*", Pattern.DOTALL);
  private static final Pattern PYTHON = Pattern.compile("python[0-9.]*|\\$PYTHON|pythonVERSION");

  /** Scripts of the reader, and programs named by a variable or a substitution. */
  private static final Pattern UNVERIFIABLE =
      Pattern.compile(".*\\.(?:py|sh|sbatch|run)|\\$.*|\\{\\}|-");

  private static final Pattern NUMBER = Pattern.compile("-[0-9]+");

  private final Set<String> programs;
  private final BiConsumer<String, String> use;

  /**
   * @param programs known programs; sub-commands in the form {@code docker run}
   * @param use receives a program and an option; for an unknown program, the option is empty
   */
  ProgramOptions(Set<String> programs, BiConsumer<String, String> use) {
    this.programs = programs;
    this.use = use;
  }

  /** Reads shell commands that contain no template functions. */
  void read(String text) {
    ShellWords.commandsOf(text).forEach(this::readCommand);
  }

  private void readCommand(List<String> words) {
    int start = 0;
    while (start < words.size()
        && (KEYWORDS.contains(words.get(start))
            || ASSIGNMENT.matcher(words.get(start)).matches())) {
      start++;
    }
    if (start < words.size() && !WITHOUT_OPTIONS.contains(words.get(start))) {
      readProgram(words.subList(start, words.size()));
    }
  }

  private void readProgram(List<String> words) {
    String program = nameOf(words.getFirst());
    if (!programs.contains(program) && !UNVERIFIABLE.matcher(program).matches()) {
      use.accept(program, "");
    }
    for (String word : words.subList(1, words.size())) {
      boolean ends = word.equals("--") && !LAUNCHERS.contains(program.split(" ")[0]);
      if (ends || UNVERIFIABLE.matcher(program).matches()) {
        return;
      }
      if (word.contains(" ") && SHELLS.contains(program)) {
        read(word);
      } else if (word.length() > 1 && word.startsWith("-")) {
        use.accept(program, option(word));
      } else {
        program = programAfter(program, word);
      }
    }
  }

  /** Returns the program to which the words after {@code word} belong. */
  private String programAfter(String program, String word) {
    if (programs.contains(program + " " + word)) {
      return program + " " + word;
    }
    String name = nameOf(word);
    boolean launches = LAUNCHERS.contains(program.split(" ")[0]);
    boolean known = programs.contains(name) || UNVERIFIABLE.matcher(name).matches();
    return launches && known && !WITHOUT_OPTIONS.contains(name) ? name : program;
  }

  private static String nameOf(String word) {
    boolean whole = word.startsWith("-") || word.contains(":"); // a volume is not a program
    String name = whole ? word : word.substring(word.lastIndexOf('/') + 1);
    return PYTHON.matcher(name).matches() ? "python" : name;
  }

  private static String option(String word) {
    int value = word.indexOf('=');
    String option = value < 0 ? word : word.substring(0, value);
    return NUMBER.matcher(option).matches() ? "-NUMBER" : option;
  }
}
