import { contentWords } from '../../markdown';
import { settleFootnotes, type FileEdit } from '../../change';
import {
  type Claim,
  closestStatement,
  hubRole,
  isHistory,
  linkName,
  type Page,
  type PageNote,
  pagesMentioning,
  readLedger,
} from '../../wiki';
import { currentKey, printedCurrent, type ChangedStatement, type CurrentStatement } from '../changed-since';
import { renderPageLink } from '../extractive/context';
import { findSummary } from '../extractive/summary-page';
import { type Curation } from './curation';
import { hasVariant } from './marks';
import { type WrittenPage } from './read-written';
import { type WriteMaterial } from './write-material';

/** What becomes of the summaries of older sources. */
export interface ChangedSummaries {
  /** Statements of the source of each summary that the new source changes. */
  readonly statements: ReadonlyMap<Page, readonly ChangedStatement[]>;
  /** What is said now instead of a statement, by the key under which summaries may list it as current. */
  readonly changedAgain: ReadonlyMap<string, CurrentStatement>;
  /** The hunks with the statements that a section gives as said now. */
  readonly needs: (section: string) => readonly string[];
}

/** A statement that the new source ends. */
interface EndedClaim {
  readonly claim: Claim;
  readonly on: WrittenPage;
  /** The labels of the units that end it. */
  readonly labels: readonly string[];
}

interface PageClaims {
  readonly page: WrittenPage;
  readonly claims: readonly Claim[];
}

/** What the new source changes of what older sources said, for their summaries. */
export function changedStatements(
  curation: Curation,
  written: readonly WrittenPage[],
  material: WriteMaterial,
  by: { readonly slug: string; readonly title: string },
  files: readonly FileEdit[],
): ChangedSummaries {
  const statements = new Map<Page, ChangedStatement[]>();
  const changedAgain = new Map<string, CurrentStatement>();
  /** The keys of the statements that hold now, by how a row gives them. */
  const current = new Map<string, string>();
  const after = written.map((page): PageClaims => ({
    page,
    claims: readLedger(textOf(page)).claims,
  }));
  const { renderNote } = material.draftContext('');
  for (const ended of written.flatMap((page) => endedOn(page, material))) {
    const { claim } = ended;
    const found = currentFor(ended, after);
    if (found === null) continue;
    const said = {
      now: found.claim.text,
      page: renderPageLink(found.page.planned.slug, found.page.planned.title, curation),
      by: renderPageLink(by.slug, by.title, curation),
    };
    changedAgain.set(currentKey(claim.text), said);
    current.set(printedCurrent(found.claim.text), found.claim.key);
    const note = noteMeant(claim, `${found.claim.text} ${quotesOf(found.claim)}`, (id) => curation.dateOf(id));
    const summary = note === null ? null : olderSummary(note, curation);
    if (note === null || summary === null) continue;
    const content = renderNote({ ...note, summary: null }, note.sourceId);
    const known = statements.get(summary) ?? [];
    // Several pages may have said it from the same passage.
    if (known.some((each) => each.note.content === content)) continue;
    known.push({ said: claim.text, note: { label: note.label, content }, ...said });
    statements.set(summary, known);
  }
  const needs = (section: string): readonly string[] => {
    const keys = [...current].flatMap(([printed, key]) => (section.includes(printed) ? [key] : []));
    return keys.length === 0 ? [] : hunksWith(new Set(keys), files);
  };
  return { statements, changedAgain, needs };
}

function textOf({ change, content }: WrittenPage): string {
  return change?.draft.after ?? (content === null ? '' : settleFootnotes('', content.text, [content]));
}

/** The summaries that may list what the new source changes as said now: those that link to the summary of its source. */
export function summariesToReview({ statements, changedAgain }: ChangedSummaries, curation: Curation): readonly Page[] {
  const { snapshot } = curation.request;
  if (changedAgain.size === 0) return [];
  const linking = [...statements.keys()].flatMap(({ slug }) =>
    pagesMentioning(snapshot, linkName({ target: slug, external: false })).filter(({ kind }) => kind === 'summary'),
  );
  return [...new Set([...statements.keys(), ...linking])];
}

/** The hunks that have a statement. */
function hunksWith(keys: ReadonlySet<string>, files: readonly FileEdit[]): readonly string[] {
  const hunks = files.flatMap((file) => file.hunks);
  return hunks.filter(({ text }) => readLedger(text).claims.some(({ key }) => keys.has(key))).map(({ id }) => id);
}

function endedOn(page: WrittenPage, { marks }: WriteMaterial): readonly EndedClaim[] {
  const { planned, change, account } = page;
  // What an overview says, the pages of its subjects say in more words.
  if (change === null || hubRole(change.view.page) === 'overview') return [];
  const { claims } = change.view.ledger;
  const found = new Map<Claim, string[]>();
  const add = (claim: Claim | undefined, labels: readonly string[]): void => {
    if (claim === undefined || isHistory(claim)) return;
    found.set(claim, [...(found.get(claim) ?? []), ...labels]);
  };
  for (const { key, units } of planned.ended) {
    const labels = units.flatMap((number) => marks.get(`1.${number}`)?.label ?? []);
    add(
      claims.find((claim) => claim.key === key),
      labels,
    );
  }
  for (const { start, given, by } of account.dropped)
    if (given === 'superseded_by' && by !== null)
      add(
        claims.find((claim) => claim.start === start),
        [by],
      );
  return [...found].map(([claim, labels]) => ({ claim, on: page, labels }));
}

/** The statement that says what holds now: on the page that said the other, else on another one. */
function currentFor(
  { claim, on, labels }: EndedClaim,
  after: readonly PageClaims[],
): { readonly claim: Claim; readonly page: WrittenPage } | null {
  const isOf = ({ notes }: Claim): boolean => notes.some(({ label }) => labels.some((own) => hasVariant([label], own)));
  const [own, others] = [after.filter(({ page }) => page === on), after.filter(({ page }) => page !== on)];
  // Without a word in common, it may tell something else of the same passage, or the same with a pronoun.
  for (const [group, least] of [[own, 1] as const, [others, 1] as const, [own, 0] as const]) {
    const pages = new Map(
      group.flatMap(({ page, claims }) => claims.filter(isOf).map((each) => [each, page] as const)),
    );
    const found = closestStatement(claim, [...pages.keys()], least);
    const page = found === null ? undefined : pages.get(found);
    if (found !== null && page !== undefined) return { claim: found, page };
  }
  return null;
}

/**
 * The passage that a statement is from: of its newest source, as whose it was told, the one that speaks most of what has changed. `null` for
 * a statement without a quote.
 */
function noteMeant({ notes }: Claim, now: string, dateOf: (sourceId: string) => string | null): PageNote | null {
  const words = new Set(contentWords(now));
  const day = (note: PageNote): string => dateOf(note.sourceId) ?? '';
  const newest = notes.reduce((latest, note) => (day(note) > latest ? day(note) : latest), '');
  const scored = notes
    .filter((note) => note.quote !== null && day(note) === newest)
    .map((note) => ({ note, score: contentWords(note.quote ?? '').filter((word) => words.has(word)).length }));
  const [best] = scored.sort((a, b) => b.score - a.score);
  return best?.note ?? null;
}

const quotesOf = ({ notes }: Claim): string => notes.map(({ quote }) => quote ?? '').join(' ');

/** The summary of an older source that a note cites. */
function olderSummary({ sourceId, quote }: PageNote, curation: Curation): Page | null {
  const { snapshot, source } = curation.request;
  const older = snapshot.source(sourceId);
  const day = curation.dateOf(sourceId);
  if (older === undefined || older === source || quote === null) return null;
  if (day === null || curation.date === null || day >= curation.date) return null;
  return findSummary(older, snapshot);
}
