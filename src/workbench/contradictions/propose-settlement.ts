import { WikiError, type Run } from '../../base';
import { buildUpdate, diffToHunks, LOSS_KINDS, type ChangeSet, type Evidence, type FileEdit } from '../../change';
import { findSaid, makesStatement, settlePage } from '../../ingest';
import { editFrontmatter } from '../../markdown';
import { type Proposal } from '../../proposal';
import {
  findPage,
  linkName,
  type OpposedPair,
  overtakenFact,
  type OvertakenStatement,
  type Page,
  readLedger,
  type Snapshot,
} from '../../wiki';
import { proposeChange } from '../proposals/propose-change';
import { type Settlement } from '../review/contradictions';
import { type WikiSession } from '../wiki-session';
import { findContradictions, type FoundContradiction, type WikiContradiction } from './find-contradictions';

/** How a contradiction is settled: the earlier statement holds, the later one, or both. */
export type SettledContradiction = Exclude<Settlement, 'open'>;

/** Contradictions that wait for a person. */
export async function listContradictions(session: WikiSession, run: Run): Promise<readonly WikiContradiction[]> {
  return findContradictions(session.snapshot, run);
}

/**
 * Proposes how the pages read once a contradiction is settled: what does not hold moves to "History" with the date of its source, on every
 * page that says it, and the pages no longer contradict each other.
 *
 * @param name the contradiction's id, its number in the list from 1, or the beginning of its id
 * @throws WikiError `living-wiki:contradiction_missing`; `living-wiki:contradiction_ambiguous` if several ids begin so; `living-wiki:contradiction_unclear` if code cannot tell which statement moves
 */
export function proposeSettlement(
  session: WikiSession,
  name: string,
  settled: SettledContradiction,
  run: Run,
): Promise<Proposal | null> {
  return session.exclusively(run, async () => {
    const { snapshot } = session;
    const all = await findContradictions(snapshot, run);
    const found = named(all, name);
    if (found.pair === null && settled !== 'both') {
      throw new WikiError(
        'living-wiki:contradiction_unclear',
        `"${found.declaredBy.join('" and "')}" contradict each other, but it is unclear which statements conflict.`,
        { remedy: 'Change the pages by hand, then settle it with "both", which removes the mark.' },
      );
    }
    const isLast = !all.some((other) => other !== found && isDeclaredAlike(other, found));
    const texts = await settledTexts(session, found, settled, isLast);
    const changeSet = toChangeSet(found, settled, texts, evidenceOf(found, snapshot));
    const facts = overtakenFact(settled === 'proposed' ? overtakenBy(found, texts) : []);
    return proposeChange(session, { ...changeSet, facts }, run);
  });
}

function named(all: readonly FoundContradiction[], name: string): FoundContradiction {
  const isNumber = /^\d{1,3}$/.test(name);
  const fitting = all.filter(({ id }, at) => (isNumber ? at + 1 === Number(name) : name !== '' && id.startsWith(name)));
  const [first, second] = fitting;
  const shown = name.slice(0, 60);
  if (first === undefined) {
    throw new WikiError('living-wiki:contradiction_missing', `There is no contradiction "${shown}".`, {
      remedy: 'List the contradictions, and use the id of one of them.',
    });
  }
  if (second === undefined || first.id === name) return first;
  const ids = fitting.slice(0, 10).map(({ id, attribute }) => (attribute === '' ? id : `${id} (${attribute})`));
  throw new WikiError(
    'living-wiki:contradiction_ambiguous',
    `"${shown}" matches several contradictions: ${ids.join(', ')}.`,
    { remedy: 'Give more of the id.' },
  );
}

function isDeclaredAlike(other: FoundContradiction, { declaredBy }: FoundContradiction): boolean {
  return other.declaredBy.every((path, at) => path === declaredBy[at]);
}

interface SettledText {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

async function settledTexts(
  session: WikiSession,
  { pair, pages, declaredBy }: FoundContradiction,
  settled: SettledContradiction,
  isLast: boolean,
): Promise<readonly SettledText[]> {
  const { snapshot } = session;
  const texts = new Map<string, SettledText>();
  const change = async (path: string, to: (text: string, page: Page) => string): Promise<void> => {
    const page = snapshot.pages.get(path);
    const before = texts.get(path)?.before ?? (await snapshot.text(path));
    if (page === undefined || before === null) return;
    const after = to(texts.get(path)?.after ?? before, page);
    if (after !== before) texts.set(path, { path, before, after });
  };
  if (pair !== null) {
    const holding = await heldElsewhere(snapshot, pair, pages, settled);
    const dateOf = (id: string): string | null => snapshot.source(id)?.date?.slice(0, 10) ?? null;
    for (const path of pages) await change(path, (text) => settlePage(text, pair, settled, { dateOf, holding }));
  }
  const [first, second] = declaredBy;
  if (isLast) {
    await change(first, (text, page) => withoutMark(text, page, snapshot, second));
    await change(second, (text, page) => withoutMark(text, page, snapshot, first));
  }
  return [...texts.values()];
}

/** What holds, as the first page says it that does. */
async function heldElsewhere(
  snapshot: Snapshot,
  { sides }: OpposedPair,
  pages: readonly string[],
  settled: SettledContradiction,
): Promise<ReturnType<typeof findSaid>> {
  if (settled === 'both') return null;
  const holds = sides[settled === 'current' ? 0 : 1];
  for (const path of pages) {
    const said = findSaid((await snapshot.text(path)) ?? '', holds);
    if (said !== null) return said;
  }
  return null;
}

function withoutMark(text: string, page: Page, snapshot: Snapshot, other: string): string {
  const named = page.contradicts.filter((name) => findPage(snapshot, name)?.path === other);
  return editFrontmatter(
    text,
    named.map((value) => ({ op: 'drop' as const, path: ['contradicts'], value })),
  );
}

/** What pages said until the later statement was found right, as the page of disputes and changes tells it. */
function overtakenBy({ pair }: FoundContradiction, texts: readonly SettledText[]): readonly OvertakenStatement[] {
  if (pair === null) return [];
  const [moves, holds] = pair.sides;
  if (holds.sourceId === null) return [];
  const by = [{ sourceId: holds.sourceId, quote: holds.text }];
  return texts.flatMap(({ path, before }) => {
    const said = readLedger(before).claims.find((claim) => claim.kind !== 'code' && makesStatement(claim, moves));
    return said === undefined ? [] : [{ path, before: said.text, by }];
  });
}

function evidenceOf({ sides }: FoundContradiction, snapshot: Snapshot): readonly Evidence[] {
  return (sides ?? []).flatMap(({ text: quote, source, anchor }) => {
    if (source === null) return [];
    const { sources } = snapshot.provenance;
    const sourceHash = Object.hasOwn(sources, source) ? (sources[source]?.contentHash ?? '') : '';
    return [{ source, sourceHash, quote, anchor, verdict: 'unchecked' as const }];
  });
}

const REASONS: Readonly<Record<SettledContradiction, string>> = {
  current: 'You decided that the first statement is right.',
  proposed: 'You decided that the second statement is right.',
  both: 'You decided that both statements are right.',
};

function toChangeSet(
  { attribute, declaredBy }: FoundContradiction,
  settled: SettledContradiction,
  texts: readonly SettledText[],
  evidence: readonly Evidence[],
): ChangeSet {
  const about =
    attribute === '' ? declaredBy.map((path) => linkName({ target: path, external: false })).join(', ') : attribute;
  const made = texts.map((each) => toEdit(each, REASONS[settled], evidence));
  // The marks go only with the text that settles it.
  const content = made.flatMap(({ hunks }) => hunks.filter(({ title }) => title !== 'Properties').map(({ id }) => id));
  const files = made.map((edit) => ({
    ...edit,
    hunks: edit.hunks.map((hunk) => ({ ...hunk, needs: content.filter((id) => id !== hunk.id) })),
  }));
  return {
    title: `Settle the contradiction: ${about}`,
    producer: 'lint-fix',
    files,
    log: { event: 'lint', subject: 'contradiction', bullets: [`settled: ${about}`] },
    sources: [],
    notes: [],
    facts: {},
  };
}

function toEdit({ path, before, after }: SettledText, reason: string, evidence: readonly Evidence[]): FileEdit {
  const splices = diffToHunks(before, after, path, { reason }).map(({ start, end, text, title }) => ({
    ...{ start, end, text, title, reason },
    evidence: title === 'Properties' ? [] : evidence,
    declares: LOSS_KINDS,
  }));
  return buildUpdate({ path, base: before, splices, why: [reason] });
}
