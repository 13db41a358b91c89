package dev.faultbook.report;

import dev.faultbook.compatibility.Compatibility;
import dev.faultbook.compatibility.SetUpNeeds;
import dev.faultbook.compatibility.StatedSetUp;
import dev.faultbook.content.Language;
import dev.faultbook.content.TemplateFunction;
import java.util.HashMap;
import java.util.Map;

/** Computes the template functions of pages from the compatibility tables. */
public final class ComputedValues {
  private ComputedValues() {}

  /**
   * The values of the functions for a machine.
   *
   * @return values by {@link TemplateFunction#key}, without functions for which too little is known
   */
  public static Map<String, String> computeValues(
      Compatibility compatibility, StatedSetUp stated, Language language) {
    SetUpNeeds needs = compatibility.findNeeds(stated);
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

  /** The command, preceded by the notes as comments. */
  private static String describe(SetUpNeeds.Install install, Language language) {
    StringBuilder text = new StringBuilder();
    new StatementText(language)
        .describeAll(install.notes())
        .forEach(note -> text.append("# ").append(note).append('\n'));
    return text.append(install.command()).toString();
  }
}
