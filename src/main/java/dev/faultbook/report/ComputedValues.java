package dev.faultbook.report;

import dev.faultbook.compatibility.Compatibility;
import dev.faultbook.compatibility.CompatibilityTables;
import dev.faultbook.compatibility.SetUpNeeds;
import dev.faultbook.compatibility.StatedSetUp;
import dev.faultbook.content.TemplateFunction;
import dev.faultbook.language.Language;
import java.util.HashMap;
import java.util.Map;

/** What the compatibility tables give for the template functions of pages. */
public final class ComputedValues {
  private ComputedValues() {}

  /**
   * The values of the functions for a machine.
   *
   * @return by {@link TemplateFunction#key}; a function for which too little is known is left out
   */
  public static Map<String, String> computeValues(
      CompatibilityTables tables, StatedSetUp stated, Language language) {
    SetUpNeeds needs = new Compatibility(tables).findNeeds(stated);
    Map<String, String> values = new HashMap<>();
    needs
        .install()
        .ifPresent(
            install -> {
              String text = describe(install, language);
              values.put(TemplateFunction.TORCH_INSTALL.key(), text);
              if (needs.gpuKnown()) {
                values.put(TemplateFunction.TORCH_INSTALL_GPU.key(), text);
              }
            });
    needs
        .driver()
        .ifPresent(version -> values.put(TemplateFunction.DRIVER_MINIMUM.key(), version.text()));
    return values;
  }

  /** The command, with the notes as comments above it. */
  private static String describe(SetUpNeeds.Install install, Language language) {
    StringBuilder text = new StringBuilder();
    new StatementText(language)
        .describeAll(install.notes())
        .forEach(note -> text.append("# ").append(note).append('\n'));
    return text.append(install.command()).toString();
  }
}
