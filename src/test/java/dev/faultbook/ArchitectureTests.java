package dev.faultbook;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The design's import table, package by package: what is not listed is not allowed. */
class ArchitectureTests {

  private static final String ROOT = "dev.faultbook";

  private static final List<String> DOORS = List.of("web", "api", "chat", "cli");

  private static final Map<String, String> TABLE =
      Map.ofEntries(
          entry("content", "signature"),
          entry("catalogue", "content"),
          entry("cre", "content"),
          entry("index", "catalogue"),
          entry("matcher", "index signature log"),
          entry("failure", "log"),
          entry("facts", "content signature log"),
          entry("ranks", "matcher log"),
          entry("diagnosis", "ranks matcher facts catalogue"),
          entry("comparison", "diagnosis"),
          entry("archive", "diagnosis"),
          entry("curation", "catalogue diagnosis archive"));

  private static final JavaClasses CODE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  @ParameterizedTest(name = "{0} imports at most [{1}]")
  @MethodSource("table")
  void aPackageImportsOnlyWhatTheTableLists(String name, String imports) {
    // What an allowed package shows in its own signatures comes along with it: an entry of the
    // catalogue is a record of content. So the arrow is followed to the left, never to the right.
    List<String> allowed = new ArrayList<>(List.of(name));
    for (int i = 0; i < allowed.size(); i++) {
      String of = i == 0 ? imports : TABLE.getOrDefault(allowed.get(i), "");
      Arrays.stream(of.split(" ", -1))
          .filter(s -> !s.isEmpty() && !allowed.contains(s))
          .forEach(allowed::add);
    }
    classes()
        .that()
        .resideInAPackage(within(name))
        .should()
        .onlyDependOnClassesThat(
            not(resideInAPackage(ROOT + ".."))
                .or(
                    resideInAnyPackage(
                        allowed.stream().map(ArchitectureTests::within).toArray(String[]::new))))
        .allowEmptyShould(true)
        .check(CODE);
  }

  static Stream<Arguments> table() {
    return Stream.concat(
            Stream.of(entry("log", ""), entry("signature", ""), entry("origin", "")),
            TABLE.entrySet().stream())
        .map(row -> arguments(row.getKey(), row.getValue()));
  }

  @ParameterizedTest(name = "{0} imports no other door and not the root")
  @ValueSource(strings = {"web", "api", "chat", "cli"})
  void theDoorsNeverImportEachOther(String door) {
    String[] others =
        Stream.concat(
                Stream.of(ROOT),
                DOORS.stream().filter(d -> !d.equals(door)).map(ArchitectureTests::within))
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage(within(door))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others)
        .allowEmptyShould(true)
        .check(CODE);
  }

  @Test
  void everyClassHasAPlaceInTheTable() {
    String[] places =
        Stream.concat(
                Stream.of(
                    "log",
                    "signature",
                    "content",
                    "cre",
                    "catalogue",
                    "index",
                    "matcher",
                    "failure",
                    "facts",
                    "ranks",
                    "diagnosis",
                    "comparison",
                    "archive",
                    "curation",
                    "origin"),
                DOORS.stream())
            .map(ArchitectureTests::within)
            .toArray(String[]::new);
    classes()
        .that()
        .resideOutsideOfPackage(ROOT)
        .should()
        .resideInAnyPackage(places)
        .allowEmptyShould(true)
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
    slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().allowEmptyShould(true).check(CODE);
  }

  @Test
  void javaUtilRegexNeverSeesAUsersText() {
    String[] readers =
        Stream.of(
                "log",
                "signature",
                "index",
                "matcher",
                "failure",
                "facts",
                "ranks",
                "diagnosis",
                "comparison",
                "archive")
            .map(ArchitectureTests::within)
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAnyPackage(readers)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.util.regex")
        .because("a backtracking pattern can be made to run for ever; RE2/J cannot")
        .allowEmptyShould(true)
        .check(CODE);
  }

  private static String within(String name) {
    return ROOT + "." + name + "..";
  }
}
