package dev.faultbook;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.ConstantPoolSharingOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * {@code CurrentClasses JAR}: writes the classes of a jar that has the format of Java 5, as
 * picocli's, in that of Java 8. A cache of classes cannot hold the former, and without one they
 * take a fifth of the time of a short command.
 */
class CurrentClasses {

  public static void main(String[] args) throws Exception {
    try (FileSystem jar = FileSystems.newFileSystem(Path.of(args[0]));
        Stream<Path> tree = Files.walk(jar.getPath("/"))) {
      ClassHierarchyResolver own =
          ClassHierarchyResolver.ofResourceParsing(
              name -> {
                Path file = jar.getPath("/" + name.packageName().replace('.', '/'));
                try {
                  return Files.newInputStream(file.resolve(name.displayName() + ".class"));
                } catch (IOException elsewhere) {
                  return null;
                }
              });
      ClassFile format =
          ClassFile.of(
              // Not copied as it is: frames are added to its code.
              ConstantPoolSharingOption.NEW_POOL,
              ClassHierarchyResolverOption.of(
                  own.orElse(ClassHierarchyResolver.defaultResolver())));
      for (Path file : tree.filter(path -> path.toString().endsWith(".class")).toList()) {
        ClassModel old = format.parse(Files.readAllBytes(file));
        if (old.majorVersion() < ClassFile.JAVA_6_VERSION) {
          Files.write(file, format.transformClass(old, UPDATE));
        }
      }
    }
  }

  private static final ClassTransform UPDATE =
      ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)
          .andThen(
              (to, element) -> {
                if (element instanceof ClassFileVersion) {
                  to.withVersion(ClassFile.JAVA_8_VERSION, 0);
                } else {
                  to.with(element);
                }
              });
}
