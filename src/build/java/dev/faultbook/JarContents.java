package dev.faultbook;

import dev.faultbook.diagnosis.PackedKnowledge;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.springframework.boot.SpringApplicationAotProcessor;

/**
 * Writes what the jar holds beside classes and resources: the content as it was read and checked,
 * so that no start reads its files again, and the bean definitions of the server as classes, which
 * a start loads instead of looking for beans.
 *
 * <p>Run by the build with the class path of the application: the goal of Spring Boot's plugin
 * compiles inside Maven's JVM, which may be too old for the application's classes.
 */
class JarContents {

  /**
   * @param args the main class, the content, a folder for intermediate files, which is emptied, and
   *     the folder of the application's classes, to which all is added
   */
  public static void main(String[] args) throws Exception {
    String main = args[0];
    Path classes = Path.of(args[3]);
    PackedKnowledge.writeTo(classes.resolve("packed"), Path.of(args[1]));
    writeBeans(main, Path.of(args[2]), classes);
  }

  private static void writeBeans(String main, Path work, Path target) throws Exception {
    Path sources = work.resolve("sources");
    Path classes = work.resolve("classes");
    // Proxies are defined there, and must see the application's own classes.
    Thread.currentThread().setContextClassLoader(ClassLoader.getSystemClassLoader());
    SpringApplicationAotProcessor.main(
        new String[] {
          main,
          sources.toString(),
          work.resolve("resources").toString(),
          classes.toString(),
          "dev.faultbook",
          "faultbook",
          "--logging.level.dev.faultbook=warn"
        });
    compile(sources, classes);
    copy(classes, target);
  }

  private static void compile(Path sources, Path classes) throws IOException {
    String path =
        String.join(
            System.getProperty("path.separator"),
            classes.toString(),
            System.getProperty("java.class.path"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> options =
        List.of(
            "-nowarn",
            "-XDsuppressNotes",
            "-proc:none",
            "-classpath",
            path,
            "-d",
            classes.toString());
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        Stream<Path> tree = Files.walk(sources)) {
      List<Path> written = tree.filter(file -> file.toString().endsWith(".java")).toList();
      PrintWriter errors = new PrintWriter(System.err, true);
      boolean compiled =
          compiler
              .getTask(
                  errors, files, null, options, null, files.getJavaFileObjectsFromPaths(written))
              .call();
      if (!compiled) {
        throw new IllegalStateException("The beans in " + sources + " do not compile");
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> tree = Files.walk(from)) {
      for (Path file : tree.filter(Files::isRegularFile).toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        Files.createDirectories(target.getParent());
        Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }
}
