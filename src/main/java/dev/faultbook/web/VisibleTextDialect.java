package dev.faultbook.web;

import dev.faultbook.log.VisibleText;
import java.util.Set;
import org.springframework.stereotype.Component;
import org.thymeleaf.dialect.IPostProcessorDialect;
import org.thymeleaf.engine.AbstractTemplateHandler;
import org.thymeleaf.model.IAttribute;
import org.thymeleaf.model.IOpenElementTag;
import org.thymeleaf.model.IProcessableElementTag;
import org.thymeleaf.model.IStandaloneElementTag;
import org.thymeleaf.model.IText;
import org.thymeleaf.postprocessor.IPostProcessor;
import org.thymeleaf.postprocessor.PostProcessor;
import org.thymeleaf.templatemode.TemplateMode;

/**
 * Removes invisible and control characters from every text and attribute of every page: pages quote
 * logs and queries, which may reverse the writing direction or contain hidden text.
 */
@Component
final class VisibleTextDialect implements IPostProcessorDialect {
  private static final int PRECEDENCE = 1000;

  @Override
  public String getName() {
    return "visible text";
  }

  @Override
  public int getDialectPostProcessorPrecedence() {
    return PRECEDENCE;
  }

  @Override
  public Set<IPostProcessor> getPostProcessors() {
    return Set.of(new PostProcessor(TemplateMode.HTML, Cleaner.class, PRECEDENCE));
  }

  /** Created by Thymeleaf for each page. */
  public static final class Cleaner extends AbstractTemplateHandler {
    @Override
    public void handleText(IText text) {
      String given = text.getText();
      String visible = VisibleText.ofLines(given);
      super.handleText(
          visible.equals(given)
              ? text
              : getContext()
                  .getConfiguration()
                  .getModelFactory(TemplateMode.HTML)
                  .createText(visible));
    }

    @Override
    public void handleOpenElement(IOpenElementTag tag) {
      super.handleOpenElement(cleanAttributes(tag));
    }

    @Override
    public void handleStandaloneElement(IStandaloneElementTag tag) {
      super.handleStandaloneElement(cleanAttributes(tag));
    }

    private <T extends IProcessableElementTag> T cleanAttributes(T tag) {
      T cleaned = tag;
      for (IAttribute attribute : tag.getAllAttributes()) {
        String given = attribute.getValue();
        String visible = given == null ? null : VisibleText.ofLines(given);
        if (visible != null && !visible.equals(given)) {
          cleaned =
              getContext()
                  .getConfiguration()
                  .getModelFactory(TemplateMode.HTML)
                  .setAttribute(cleaned, attribute.getAttributeCompleteName(), visible);
        }
      }
      return cleaned;
    }
  }
}
