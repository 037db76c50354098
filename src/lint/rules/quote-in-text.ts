import { plural } from '../../base';
import { headingKey } from '../../markdown';
import { type Page, type Snapshot } from '../../wiki';
import { firstLine, quotesInText, quotesToFootnotes, type QuoteSources } from '../quotes-to-footnotes';
import { type Fix, type PageFacts, type PageRule, type Report } from '../rule';

export const quoteInText: PageRule = {
  id: 'quote-in-text',
  scope: 'page',
  curatedOnly: true,
  code: 'living-wiki:quote_in_text',
  title: 'Quote in the text',
  severity: 'info',
  fixedBy: 'edit',
  hasOwnProposal: true,
  check(facts) {
    // Each footnote that names a source cites it once. What is more is in the text.
    return facts.page.citations.length <= facts.page.footnotes.count ? [] : report(facts);
  },
};

async function report(facts: PageFacts): Promise<readonly Report[]> {
  const text = await facts.text();
  const [first, ...others] = quotesInText(text).filter(({ sourceId }) => facts.source(sourceId) !== undefined);
  if (first === undefined) return [];
  const quotes = plural(others.length + 1, 'quote');
  return [
    {
      at: { line: firstLine(text, first), column: 1 },
      message: `This page shows ${quotes} in its text, as older pages do. Turn ${others.length === 0 ? 'it into a footnote' : 'them into footnotes'}.`,
      key: 'quotes',
      fix: toFootnotes(facts.page),
    },
  ];
}

function toFootnotes(page: Page): Fix {
  return async (fixer) => {
    const text = await fixer.text(page.path);
    const { snapshot } = fixer;
    const reason = 'A quote belongs in a footnote after the sentence that it supports.';
    for (const { footnotes, ...splice } of quotesToFootnotes(
      text,
      sourcesOf(snapshot),
      isLinkedSection(page, snapshot),
    )) {
      const declares = text.startsWith('#', splice.start) ? (['headings'] as const) : [];
      fixer.splice(page.path, splice, { reason, declares, footnotes });
    }
  };
}

function sourcesOf(snapshot: Snapshot): QuoteSources {
  const summaries = new Map<string, string>();
  for (const { kind, slug, sources } of snapshot.pages.values()) {
    if (kind !== 'summary') continue;
    for (const id of sources.flatMap((ref) => snapshot.source(ref)?.id ?? [])) {
      const known = summaries.get(id);
      if (known === undefined || slug < known) summaries.set(id, slug);
    }
  }
  return {
    formatOf: (id) => formatOf(snapshot.source(id)?.path ?? ''),
    summaryOf: (id) => summaries.get(id) ?? null,
  };
}

const FORMATS: readonly (readonly [format: string, extensions: RegExp])[] = [
  ['text', /\.(?:md|markdown|mdown|mkd|txt|text|log|asc)$/i],
  ['csv', /\.(?:csv|tsv|tab)$/i],
  ['json', /\.(?:json|jsonl|ndjson)$/i],
  ['epub', /\.epub$/i],
];

/** Formats whose places are read in the same way share a name. */
function formatOf(path: string): string {
  return FORMATS.find(([, extensions]) => extensions.test(path))?.[0] ?? '';
}

/** Whether a page links to the section with the quotes, so that its heading stays. */
function isLinkedSection({ slug, path }: Page, { pages }: Snapshot): boolean {
  const key = headingKey('What the sources say');
  return [...pages.values()].some(({ links, path: from }) =>
    links.some(
      ({ fragment, target }) =>
        fragment !== null &&
        headingKey(fragment) === key &&
        (target === '' ? from === path : target.replace(/^.*\/|\.md$/g, '') === slug),
    ),
  );
}
