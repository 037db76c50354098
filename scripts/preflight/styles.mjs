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
    add('styles-syntax', `Unexpected text: ${error.reason ?? error.message}`, {
      line: error.line,
      column: error.column,
    });
    return problems;
  }
  css.walkAtRules((rule) => {
    if (rule.name === 'import' || rule.name === 'charset') {
      add('styles-import', `Unexpected @${rule.name}, expected everything in this file`, at(rule));
    }
  });
  css.walkRules((rule) => {
    if (/:has\(/.test(rule.selector)) add('styles-has', 'Unexpected :has(), expected a class of our own', at(rule));
    if (isNested(rule)) return;
    for (const selector of rule.selectors) {
      if (!ours.test(selector)) {
        add('styles-global', `Unexpected selector ${selector}, expected one that names living-wiki`, at(rule));
      }
    }
  });
  css.walkDecls((declaration) => {
    if (declaration.important)
      add('styles-important', 'Unexpected !important, expected a closer selector', at(declaration));
    if (/url\((?!\s*["']?data:)/i.test(declaration.value)) {
      add('styles-url', `Unexpected ${declaration.value}, expected data: or nothing`, at(declaration));
    }
    const literal =
      /^(#|rgb|hsl)/i.test(declaration.value) && !/^(rgba?|hsla?)\(var\(--[\w-]+\)/.test(declaration.value);
    if (literal && !declaration.prop.startsWith('--')) {
      add(
        'styles-colour',
        `Unexpected colour ${declaration.value}, expected one of the app's variables`,
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
