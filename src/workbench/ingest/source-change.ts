import { checkpoint, clip, plural, type JsonObject, type Run } from '../../base';
import {
  createQuoteFinder,
  diffToHunksAsync,
  unifiedDiffAsync,
  type Anchor,
  type ChangeSet,
  type DiffLine,
} from '../../change';
import { fullText, sourceRead, type ExtractedText } from '../../ingest';
import { citedQuotes, LOG_FILE, readLog, type Snapshot } from '../../wiki';
import { keptSourceText, type KeptSourceText } from '../sources/kept-texts';
import { type ReadableSource } from '../sources/source-state';
import { type WikiSession } from '../wiki-session';

/** Changed lines that the notes describe. The facts hold more. */
const MAX_NOTED_LINES = 20;
const MAX_DIFF_LINES = 2_000;

/** What became of a source since it was ingested. */
interface SourceChange {
  /** Whether the text is the same, as when only its frontmatter or its formatting changed; `false` when unknown. */
  readonly isSameText: boolean;
  /** One sentence each, for the reviewer. */
  readonly notes: readonly string[];
  /** For the log. */
  readonly bullets: readonly string[];
  readonly facts: JsonObject;
}

/** A quote that a page takes from a source and that its new version does not have. */
interface GoneQuote {
  readonly page: string;
  readonly line: number;
  readonly quote: string;
  /** Where it was in the source. */
  readonly anchor: Anchor;
}

/**
 * Compares a source that changed after it was ingested with what was ingested: the difference of its text, and every quote of
 * the wiki that is gone.
 * @param text that of the new version
 */
export async function describeSourceChange(
  session: WikiSession,
  { source, hash }: ReadableSource,
  text: ExtractedText,
  run: Run,
): Promise<SourceChange> {
  const { snapshot } = session;
  const { path } = source;
  const pinned = snapshot.provenance.sources[path]?.contentHash ?? '';
  const before = await keptSourceText(session, pinned);
  const lines = before === null ? null : await diffOfTexts(path, before, text, run);
  const gone = await findGoneQuotes(snapshot, path, text, run);
  const since = await ingestedOn(snapshot, path);
  const isSameText = lines?.length === 0;
  const described = [
    ...(before === null || lines === null ? [] : describeLines(lines, placesOf(before), placesOf(text))),
    ...gone.map(describeGone),
  ];
  return {
    isSameText,
    notes: [
      `${path} changed since it was ingested${since === null ? '' : ` on ${since}`}.`,
      ...(lines === null ? ['Its earlier text was not kept on this device, so the difference cannot be shown.'] : []),
      ...(isSameText ? ['Its text is the same as before.'] : []),
      ...described,
      'It waits for your decision, because the wiki is built on the earlier version.',
    ],
    bullets: [
      `changed ${path} (SHA-256 ${pinned.slice(0, 12)}… is now ${hash.slice(0, 12)}…)`,
      ...(gone.length === 0 ? [] : [`${plural(gone.length, 'quote')} no longer in the source`]),
    ],
    facts: {
      sourceChange: {
        path,
        from: pinned,
        to: hash,
        diff:
          lines === null ? null : lines.slice(0, MAX_DIFF_LINES).map(({ kind, text: line }) => `${SIGNS[kind]}${line}`),
        goneQuotes: gone.map((each) => ({ ...each, anchor: { ...each.anchor } })),
        described,
      },
    },
  };
}

/** A change set as the proposal of a changed source. */
export function withSourceChange(changeSet: ChangeSet, { notes, bullets, facts }: SourceChange): ChangeSet {
  const { log } = changeSet;
  return {
    ...changeSet,
    log: { ...log, bullets: [...bullets, ...log.bullets] },
    notes: [...notes, ...changeSet.notes],
    facts: { ...changeSet.facts, ...facts },
  };
}

/** A proposal that changes no page: accepting it pins the new version. */
export function pinningChange({ source }: ReadableSource, text: ExtractedText): ChangeSet {
  return {
    title: `Ingest ${source.path.slice(source.path.indexOf('/') + 1)}`,
    producer: 'ingest',
    files: [],
    log: { event: 'ingest', subject: source.path, bullets: [] },
    sources: [sourceRead({ source, text })],
    notes: [],
    facts: {},
  };
}

const SIGNS: Readonly<Record<DiffLine['kind'], string>> = { added: '+', removed: '-', context: ' ' };

/** Changed lines only; empty when the texts are the same. */
async function diffOfTexts(
  path: string,
  before: KeptSourceText,
  after: KeptSourceText,
  run: Run,
): Promise<readonly DiffLine[]> {
  const [base, next] = [fullText(before), fullText(after)];
  if (base === next) return [];
  const hunks = await diffToHunksAsync(base, next, { path, reason: '' }, run);
  const edit = { kind: 'updated', path, base, hunks, why: [] } as const;
  const { blocks } = await unifiedDiffAsync(edit, 0, run);
  return blocks.flatMap(({ lines }) => lines).filter(({ kind, text }) => kind !== 'context' && text.trim() !== '');
}

/** Looks up a line of the full text, counted from 1, in the places of its passages. */
function placesOf({ passages }: KeptSourceText): (line: number) => string {
  const starts: { readonly line: number; readonly anchor: Anchor }[] = [];
  let next = 1;
  for (const { text, anchor } of passages) {
    starts.push({ line: next, anchor });
    next += text.split('\n').length + 1;
  }
  return (line) => {
    const at = starts.findLast((start) => start.line <= line);
    if (at === undefined) return '';
    // The lines of a passage follow each other in the file, too.
    const { anchor } = at;
    return placeOf(anchor.line === undefined ? anchor : { ...anchor, line: anchor.line + line - at.line });
  };
}

function describeLines(
  lines: readonly DiffLine[],
  placeBefore: (line: number) => string,
  placeNow: (line: number) => string,
): readonly string[] {
  const notes = lines.slice(0, MAX_NOTED_LINES).map(({ kind, text, oldLine, newLine }) => {
    const place = kind === 'removed' ? placeBefore(oldLine ?? 1) : placeNow(newLine ?? 1);
    return `${kind === 'removed' ? 'Removed' : 'Added'}${place === '' ? '' : ` (${place})`}: “${clip(text.trim(), 300)}”`;
  });
  const more = lines.length - notes.length;
  return more > 0 ? [...notes, `${plural(more, 'more line')} of the source changed.`] : notes;
}

function describeGone({ page, line, quote, anchor }: GoneQuote): string {
  const place = placeOf(anchor);
  return `Quote no longer in the source: “${clip(quote, 300)}” on ${page}, line ${line}${place === '' ? '' : ` (it was ${place})`}.`;
}

function placeOf({ page, line, time, heading }: Anchor): string {
  if (page !== undefined) return `page ${page}`;
  if (time !== undefined) return `at ${time}`;
  if (line !== undefined) return `line ${line}`;
  return heading === undefined ? '' : `under “${heading}”`;
}

/** Every quote of the wiki from a source that its new text does not have, in the order of the pages. */
async function findGoneQuotes(
  snapshot: Snapshot,
  path: string,
  text: ExtractedText,
  run: Run,
): Promise<readonly GoneQuote[]> {
  const finder = createQuoteFinder(fullText(text));
  const gone: GoneQuote[] = [];
  for (const page of snapshot.pages.values()) {
    if (!page.citations.some(({ id }) => snapshot.source(id)?.path === path)) continue;
    await checkpoint(run);
    const content = (await snapshot.text(page.path)) ?? '';
    for (const { sourceId, quote, anchor, line } of citedQuotes(content)) {
      if (snapshot.source(sourceId)?.path !== path || finder.find(quote) !== null) continue;
      gone.push({ page: page.path, line, quote, anchor });
    }
  }
  return gone;
}

/** The day of the last ingest of a source, from the log. */
async function ingestedOn(snapshot: Snapshot, path: string): Promise<string | null> {
  const log = await snapshot.text(LOG_FILE);
  const entries = log === null ? [] : readLog(log);
  return entries.findLast(({ event, subject }) => event === 'ingest' && subject === path)?.at?.slice(0, 10) ?? null;
}
