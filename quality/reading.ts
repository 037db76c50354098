import { silentRun } from '../src/base';
import { createNodeVault } from '../src/node/vault';
import { guessEncoding } from '../src/node/encoding';
import { markupReader } from '../src/node/markup';
import { createNodePdfReader } from '../src/node/pdf';
import { extract, fullText, type ExtractedText } from '../src/ingest';
import { splitSentences } from '../src/markdown';
import { estimateTokens } from '../src/model';
import { hashBytes } from '../src/vault';
import {
  findQuotes,
  isDisputesPage,
  readLedger,
  readSnapshot,
  wordKey,
  type Claim,
  type Ledger,
  type Page,
  type PageQuote,
  type Snapshot,
} from '../src/wiki';
import { resolveLens } from '../src/workspace';
import { type SetSource } from './types';

export interface ReadPage {
  readonly page: Page;
  readonly text: string;
  readonly ledger: Ledger;
  /** Quotations outside footnotes. */
  readonly quotes: readonly PageQuote[];
  readonly isSummary: boolean;
  /** Its ledger without lists of links and what the program says about a source. */
  readonly claims: readonly Claim[];
}

/** A wiki as the measures see it. */
export interface WikiReading {
  readonly snapshot: Snapshot;
  readonly pages: readonly ReadPage[];
}

/** Headings under which a page lists links or facts about a file, and states nothing. */
const SCAFFOLD = /^(see also|related|references|pages|outline|about this source|also named)\b/i;

/** Whether a statement only leads to others: a list of links, or the words before a quotation or a list. */
function isScaffold({ heading, text, support }: Claim): boolean {
  return SCAFFOLD.test(heading ?? '') || /^see also/i.test(text) || (support.length === 0 && text.endsWith(':'));
}

/** Reads a wiki on disk with the product's own ledger. */
export async function readWiki(folder: string): Promise<WikiReading> {
  const vault = createNodeVault(folder);
  const lens = await resolveLens(vault, 'KNOWLEDGE.md');
  const snapshot = await readSnapshot({ vault, lens, run: silentRun });
  const pages: ReadPage[] = [];
  for (const page of snapshot.pages.values()) {
    // Code makes it of what the other pages say.
    if (isDisputesPage(page)) continue;
    const text = (await snapshot.text(page.path)) ?? '';
    const ledger = readLedger(text);
    const claims = ledger.claims.filter((claim) => !isScaffold(claim));
    pages.push({ page, text, ledger, quotes: findQuotes(text), isSummary: page.kind === 'summary', claims });
  }
  return { snapshot, pages };
}

/** A source of a set as the product reads it. */
export interface ReadSource {
  readonly file: string;
  readonly text: ExtractedText;
  /** The words of the whole source in lower case, with a blank before and after. */
  readonly key: string;
  /** Its sentences, list items, rows and code blocks. */
  readonly units: readonly string[];
  readonly tokens: number;
}

export async function readSource({ file, bytes }: SetSource): Promise<ReadSource> {
  const readers = { pdf: createNodePdfReader(), markup: markupReader, guessEncoding };
  const text = await extract({ path: `sources/${file}`, bytes, hash: hashBytes(bytes), run: silentRun, ...readers });
  const whole = fullText(text);
  return { file, text, key: ` ${wordKey(whole)} `, units: unitsOf(text), tokens: estimateTokens(whole) };
}

/** A unit of fewer words says nothing by itself. */
const MIN_UNIT_WORDS = 3;

function unitsOf({ passages }: ExtractedText): readonly string[] {
  const texts = passages.flatMap(({ kind, text }) => {
    if (kind === 'heading') return [];
    if (kind === 'code') return [text];
    if (kind === 'table' || kind === 'row') return text.split('\n');
    return splitSentences(text).map(({ start, end }) => text.slice(start, end));
  });
  return texts.filter((text) => wordKey(text).split(' ').length >= MIN_UNIT_WORDS);
}
