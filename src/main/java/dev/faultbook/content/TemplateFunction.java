package dev.faultbook.content;

import java.util.Map;

/**
 * A value that ages, which pages take from the compatibility tables instead of stating it: {@code
 * {{torch.install}}}.
 */
public enum TemplateFunction {
  /** The command that installs PyTorch's build that fits the reader's machine. */
  TORCH_INSTALL(
      "torch.install",
      "pip install --force-reinstall \"torch==TORCH_VERSION\" --index-url INDEX_URL"),
  /** The oldest driver that runs the reader's CUDA. */
  DRIVER_MINIMUM("driver.minimum", "MINIMUM_DRIVER");

  private final String key;
  private final String general;

  TemplateFunction(String key, String general) {
    this.key = key;
    this.general = general;
  }

  /** The name in pages, without braces. */
  public String key() {
    return key;
  }

  /**
   * Replaces every function in a text.
   *
   * @param values values that the program computed, by key; a function without one is replaced by
   *     its general form
   */
  static String fillAll(String text, Map<String, String> values) {
    String filled = text;
    for (TemplateFunction function : values()) {
      String place = "{{" + function.key + "}}";
      if (filled.contains(place)) {
        filled = filled.replace(place, values.getOrDefault(function.key, function.general));
      }
    }
    return filled;
  }
}
