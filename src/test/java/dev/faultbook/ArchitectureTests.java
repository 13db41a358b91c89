package dev.faultbook;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The design's import table, package by package: what is not listed is not allowed. */
class ArchitectureTests {

  private static final String ROOT = "dev.faultbook";

  private static final List<String> DOORS = List.of("web", "api", "chat", "cli");

  private static final JavaClasses CODE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  @ParameterizedTest(name = "{0} imports at most [{1}]")
  @CsvSource({
    "log,       ''",
    "signature, ''",
    "content,   signature",
    "catalogue, content",
    "index,     catalogue",
    "matcher,   index signature log",
    "facts,     content signature log",
    "diagnosis, matcher facts catalogue",
    "archive,   diagnosis",
    "curation,  catalogue diagnosis archive",
  })
  void aPackageImportsOnlyWhatTheTableLists(String name, String imports) {
    List<String> allowed = new ArrayList<>(List.of(name));
    Arrays.stream(imports.split(" ", -1)).filter(s -> !s.isEmpty()).forEach(allowed::add);
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
                    "catalogue",
                    "index",
                    "matcher",
                    "facts",
                    "diagnosis",
                    "archive",
                    "curation"),
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
        Stream.of("log", "signature", "index", "matcher", "facts", "diagnosis", "archive")
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
