// styles.css. Sources: Obsidian's "Plugin guidelines" and the stylelint rules of the community directory's scanner.
import postcss from 'postcss';
import { reportOn } from './report.mjs';

/** Every selector has to name something of ours, or it would restyle the app and other plugins. */
const ours = /living-wiki/;

/** @param {string} text styles.css */
export function checkStyles(text) {
  const { problems, add } = reportOn('styles.css');
  const at = (node) => ({ line: node.source?.start?.line, column: node.source?.start?.column });
  let css;
  try {
    css = postcss.parse(text);
  } catch (error) {
    add('styles-syntax', `Cannot parse the styles: ${error.reason ?? error.message}`, {
      line: error.line,
      column: error.column,
    });
    return problems;
  }
  css.walkAtRules((rule) => {
    if (rule.name === 'import' || rule.name === 'charset') {
      add('styles-import', `@${rule.name} loads another file. Put everything in this one.`, at(rule));
    }
  });
  css.walkRules((rule) => {
    if (/:has\(/.test(rule.selector)) add('styles-has', ':has() is slow. Use a class instead.', at(rule));
    if (isNested(rule)) return;
    for (const selector of rule.selectors) {
      if (!ours.test(selector)) {
        add('styles-global', `The selector ${selector} affects the whole app. Include "living-wiki".`, at(rule));
      }
    }
  });
  css.walkDecls((declaration) => {
    if (declaration.important)
      add('styles-important', '!important is not allowed. Use a more specific selector.', at(declaration));
    if (/url\((?!\s*["']?data:)/i.test(declaration.value)) {
      add('styles-url', `${declaration.value} loads another file. Use a data: URL.`, at(declaration));
    }
    const literal =
      /^(#|rgb|hsl)/i.test(declaration.value) && !/^(rgba?|hsla?)\(var\(--[\w-]+\)/.test(declaration.value);
    if (literal && !declaration.prop.startsWith('--')) {
      add(
        'styles-colour',
        `The colour ${declaration.value} ignores the theme. Use a variable of the app.`,
        at(declaration),
      );
    }
  });
  return problems;
}

/** Inside another rule, or a step of an animation: scoped by what is around it. */
function isNested(rule) {
  for (let parent = rule.parent; parent !== undefined; parent = parent.parent) {
    if (parent.type === 'rule' || (parent.type === 'atrule' && /keyframes$/.test(parent.name))) return true;
  }
  return false;
}
