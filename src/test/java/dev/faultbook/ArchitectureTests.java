package dev.faultbook;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.annotation.Conditional;

/**
 * Verifies the dependencies between packages: an import that the table does not list is forbidden.
 */
class ArchitectureTests {

  private static final String ROOT = "dev.faultbook";

  /** The packages that each package may import directly, from the table of ARCHITECTURE.md. */
  private static final Map<String, Set<String>> IMPORTS = readTable();

  /** Packages that process untrusted text. */
  private static final String[] READERS =
      Stream.of(
              "log",
              "stream",
              "signature",
              "matcher",
              "compatibility",
              "failure",
              "codes",
              "diagnosis",
              "report",
              "comparison",
              "redaction",
              "run",
              "hang",
              "server",
              "store")
          .map(ArchitectureTests::within)
          .toArray(String[]::new);

  private static final JavaClasses CODE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          // The classes that a build of the jar has written.
          .withImportOption(file -> !file.contains("__") && !file.contains("$$"))
          .importPackages(ROOT);

  @ParameterizedTest(name = "{0} imports only {1}")
  @MethodSource("table")
  void aPackageImportsOnlyWhatTheTableLists(String name, Set<String> imports) {
    String[] allowed =
        Stream.concat(Stream.of(name), imports.stream())
            .map(ArchitectureTests::within)
            .toArray(String[]::new);
    classes()
        .that()
        .resideInAPackage(within(name))
        .should()
        .onlyDependOnClassesThat(not(resideInAPackage(ROOT + "..")).or(resideInAnyPackage(allowed)))
        .check(CODE);
  }

  @ParameterizedTest(name = "{0} needs {1}")
  @MethodSource("table")
  void theTableListsNoImportThatNobodyNeeds(String name, Set<String> imports) throws IOException {
    // Example line: import dev.faultbook.log.Lines;
    Set<String> used;
    try (Stream<Path> files = Files.walk(Path.of("src/main/java/dev/faultbook", name))) {
      used =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .flatMap(ArchitectureTests::linesOf)
              .filter(line -> line.startsWith("import ") && line.contains(" " + ROOT + "."))
              .map(line -> line.substring(line.indexOf(ROOT) + ROOT.length() + 1))
              .map(rest -> rest.substring(0, rest.indexOf('.')))
              .collect(toCollection(TreeSet::new));
    }
    CODE.stream()
        .filter(javaClass -> packageOf(javaClass).equals(name))
        .flatMap(javaClass -> javaClass.getDirectDependenciesFromSelf().stream())
        .map(dependency -> packageOf(dependency.getTargetClass().getBaseComponentType()))
        .forEach(used::add);
    assertThat(used).containsAll(imports);
  }

  private static Stream<String> linesOf(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<Arguments> table() {
    return IMPORTS.entrySet().stream().map(row -> arguments(row.getKey(), row.getValue()));
  }

  @Test
  void everyClassHasAPlaceInTheTable() {
    classes()
        .that()
        .resideOutsideOfPackage(ROOT)
        .should()
        .resideInAnyPackage(
            IMPORTS.keySet().stream().map(ArchitectureTests::within).toArray(String[]::new))
        .check(CODE);
  }

  @Test
  void theApplicationAloneSitsAtTheRoot() {
    classes()
        .that()
        .resideInAPackage(ROOT)
        .and()
        .doNotHaveSimpleName("package-info")
        .should()
        .haveFullyQualifiedName(ROOT + ".Application")
        .check(CODE);
  }

  @Test
  void thereAreNoCycles() {
    slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(CODE);
  }

  @Test
  void noSimpleNameOccursInTwoPackages() {
    Map<String, Set<String>> packages = new LinkedHashMap<>();
    CODE.stream()
        .filter(
            javaClass ->
                javaClass.isTopLevelClass() && !javaClass.getSimpleName().equals("package-info"))
        .forEach(
            javaClass ->
                packages
                    .computeIfAbsent(javaClass.getSimpleName(), name -> new TreeSet<>())
                    .add(javaClass.getPackageName()));
    packages.values().removeIf(places -> places.size() < 2);
    assertThat(packages).isEmpty();
  }

  @Test
  void javaUtilRegexNeverSeesAUsersText() {
    noClasses()
        .that()
        .resideInAnyPackage(READERS)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.util.regex")
        .because("a backtracking pattern can be made to run for ever; RE2/J cannot")
        .check(CODE);
  }

  @Test
  void noMethodOfStringReadsARegularExpressionWhereLogsAreRead() {
    noClasses()
        .that()
        .resideInAnyPackage(READERS)
        .should()
        .callMethodWhere(
            target(owner(type(String.class)))
                .and(
                    target(
                        nameMatching("split|replaceAll|replaceFirst|matches|splitWithDelimiters"))))
        .because("these methods hand their argument to java.util.regex; TextParts does not")
        .check(CODE);
  }

  @Test
  void theBeansAreTheSameUnderAllSettings() {
    String reason = "the beans of the packaged server are decided when it is built";
    noClasses().should().beMetaAnnotatedWith(Conditional.class).because(reason).check(CODE);
    noMethods().should().beMetaAnnotatedWith(Conditional.class).because(reason).check(CODE);
  }

  @Test
  void everyPackageSaysWhichValuesMayBeNull() {
    assertThat(
            CODE.stream()
                .map(JavaClass::getPackage)
                .distinct()
                .filter(each -> !each.isAnnotatedWith(NullMarked.class))
                .map(JavaPackage::getName))
        .isEmpty();
  }

  @Test
  void noMethodTakesMoreThanSixParameters() {
    assertThat(
            CODE.stream()
                .filter(javaClass -> !javaClass.isEnum())
                .flatMap(javaClass -> javaClass.getCodeUnits().stream())
                .filter(unit -> unit.getRawParameterTypes().size() > 6)
                .filter(unit -> !unit.getModifiers().contains(JavaModifier.SYNTHETIC))
                // A record may have any number of components.
                .filter(unit -> !(unit.isConstructor() && unit.getOwner().isRecord()))
                .map(JavaCodeUnit::getFullName))
        .isEmpty();
  }

  private static Map<String, Set<String>> readTable() {
    // Example line: | `stream` | the prefix of a line, log streams, the common clock | log |
    Map<String, Set<String>> table = new LinkedHashMap<>();
    linesOf(Path.of(".github/ARCHITECTURE.md"))
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.split("\\|"))
        .forEach(cells -> table.put(cells[1].strip().replace("`", ""), words(cells[3])));
    return table;
  }

  private static Set<String> words(String text) {
    return Arrays.stream(text.strip().split("[ ,]+"))
        .filter(word -> !word.isEmpty() && !word.equals("–"))
        .collect(toSet());
  }

  private static String packageOf(JavaClass javaClass) {
    String name = javaClass.getPackageName();
    if (!name.startsWith(ROOT + ".")) {
      return "";
    }
    return name.substring(ROOT.length() + 1).split("\\.")[0];
  }

  private static String within(String name) {
    return ROOT + "." + name + "..";
  }
}
