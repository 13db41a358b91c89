package dev.faultbook.web;

import dev.faultbook.log.VisibleText;
import java.util.Set;
import org.springframework.stereotype.Component;
import org.thymeleaf.context.ITemplateContext;
import org.thymeleaf.dialect.AbstractProcessorDialect;
import org.thymeleaf.dialect.IPostProcessorDialect;
import org.thymeleaf.engine.AbstractTemplateHandler;
import org.thymeleaf.engine.AttributeName;
import org.thymeleaf.model.IAttribute;
import org.thymeleaf.model.IOpenElementTag;
import org.thymeleaf.model.IProcessableElementTag;
import org.thymeleaf.model.IStandaloneElementTag;
import org.thymeleaf.model.IText;
import org.thymeleaf.postprocessor.IPostProcessor;
import org.thymeleaf.postprocessor.PostProcessor;
import org.thymeleaf.processor.IProcessor;
import org.thymeleaf.processor.element.AbstractAttributeTagProcessor;
import org.thymeleaf.processor.element.IElementTagStructureHandler;
import org.thymeleaf.standard.StandardDialect;
import org.thymeleaf.standard.expression.StandardExpressionExecutionContext;
import org.thymeleaf.standard.expression.StandardExpressions;
import org.thymeleaf.standard.processor.StandardUtextTagProcessor;
import org.thymeleaf.templatemode.TemplateMode;

/**
 * Removes invisible and control characters from every text and attribute of every page: pages quote
 * logs and queries, which may reverse the writing direction or contain hidden text.
 */
@Component
final class VisibleTextDialect extends AbstractProcessorDialect implements IPostProcessorDialect {
  private static final int PRECEDENCE = 1000;

  VisibleTextDialect() {
    super("visible text", StandardDialect.PREFIX, StandardDialect.PROCESSOR_PRECEDENCE);
  }

  @Override
  public Set<IProcessor> getProcessors(String prefix) {
    return Set.of(new VisibleHtml(prefix));
  }

  @Override
  public int getDialectPostProcessorPrecedence() {
    return PRECEDENCE;
  }

  @Override
  public Set<IPostProcessor> getPostProcessors() {
    return Set.of(new PostProcessor(TemplateMode.HTML, Cleaner.class, PRECEDENCE));
  }

  /**
   * Writes the HTML of {@code th:utext} as it is. Thymeleaf's own processor parses it because of
   * the {@link Cleaner}; that is left to it where the HTML has characters to remove.
   */
  private static final class VisibleHtml extends AbstractAttributeTagProcessor {
    VisibleHtml(String prefix) {
      super(
          TemplateMode.HTML,
          prefix,
          null,
          false,
          StandardUtextTagProcessor.ATTR_NAME,
          true,
          StandardUtextTagProcessor.PRECEDENCE - 1,
          false);
    }

    @Override
    protected void doProcess(
        ITemplateContext context,
        IProcessableElementTag tag,
        AttributeName attribute,
        String expression,
        IElementTagStructureHandler structure) {
      Object value =
          StandardExpressions.getExpressionParser(context.getConfiguration())
              .parseExpression(context, expression)
              .execute(context, StandardExpressionExecutionContext.RESTRICTED);
      if (value instanceof String html && VisibleText.ofLines(html).equals(html)) {
        structure.setBody(html, false);
        structure.removeAttribute(attribute);
      }
    }
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
