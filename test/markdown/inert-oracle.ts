import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

interface Node {
  readonly type: string;
  readonly children?: readonly Node[];
  readonly url?: string;
  readonly value?: string;
  readonly lang?: string | null;
  /** Missing on a bare address that the tree builder, unlike the parser, has made a link. */
  readonly position?: object;
}

// prettier-ignore
const SAFE_LANGUAGES = /^(?:text|txt|bash|c|cpp|csharp|css|diff|go|haskell|ini|java|javascript|js|json|kotlin|lua|markdown|md|php|py|python|r|ruby|rust|sh|sql|swift|toml|ts|typescript|xml|yaml)$/;
const QUERY = /^\s*(?:\$?=|INPUT\[|VIEW\[|BUTTON\[|button-|dice:|dv:|jsx:)/;

/** What another parser finds alive in a text. @param asPage web links are allowed */
export function liveParts(text: string, asPage: boolean): readonly string[] {
  const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as unknown as Node;
  const live = text.includes('<%') ? ['template command'] : [];
  const visit = (node: Node): void => {
    const { type, lang, url = '', value = '' } = node;
    if (/^(?:html|image|imageReference|linkReference|definition)$/.test(type)) live.push(`${type} ${value}${url}`);
    if (type === 'link' && node.position !== undefined && /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url)) {
      if (!asPage || !/^https?:/i.test(url)) live.push(`link ${url}`);
    }
    if (type === 'code' && typeof lang === 'string' && !SAFE_LANGUAGES.test(lang)) live.push(`code ${lang}`);
    if (type === 'inlineCode' && QUERY.test(value)) live.push(`query ${value}`);
    node.children?.forEach(visit);
  };
  visit(tree);
  // Obsidian's own marks, where the parser sees words.
  const words = wordsOf(text, tree);
  for (const mark of [/(?<!\\)!\[\[/, /(?<!\\)%%/, /(?<!\\)\$\S[^$]*(?<!\\)\$/]) {
    if (mark.test(words)) live.push(`mark ${String(mark)}`);
  }
  return live;
}

/** The source without its code. */
function wordsOf(text: string, tree: Node): string {
  const ranges: [number, number][] = [];
  const visit = (node: Node): void => {
    if (node.type === 'code' || node.type === 'inlineCode') {
      const { start, end } = node.position as { start: { offset: number }; end: { offset: number } };
      ranges.push([start.offset, end.offset]);
    } else node.children?.forEach(visit);
  };
  visit(tree);
  let words = '';
  let at = 0;
  for (const [start, end] of ranges) {
    words += `${text.slice(at, start)}\n\n`;
    at = end;
  }
  return words + text.slice(at);
}
