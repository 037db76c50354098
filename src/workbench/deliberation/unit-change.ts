import { capitalise, compareText, isoTime, parseForeignJson, type JsonObject } from '../../base';
import { buildCreation, buildUpdate, type ChangeSet, type FileEdit } from '../../change';
import {
  canonicalText,
  isUnsigned,
  pageBody,
  parseJwks,
  printJson,
  printJwks,
  RESTATED,
  isSameKey,
  unitMetadata,
  type Bundle,
  type Operation,
  type PublicUnitKey,
} from '../../deliberation';
import {
  newPageSchema,
  pathForNewPage,
  renderNewPage,
  sourceReference,
  uniqueSlug,
  type Page,
  type Snapshot,
} from '../../wiki';
import { bundleFile, JWKS_FILE, unitFile } from './unit-files';

/** A unit of a change, and the page of the one that it replaces. */
interface ChangedUnit {
  readonly bundle: Bundle;
  /** What it makes of the unit that it replaces. */
  readonly operation: Operation | null;
  readonly replaced: Page | null;
  /** As it was asked; that of the page that it replaces when absent. */
  readonly question?: string;
}

interface UnitChange {
  readonly title: string;
  readonly made: readonly ChangedUnit[];
  readonly keys: readonly PublicUnitKey[];
  /** The text of `units/jwks.json`; `null` if there is none. */
  readonly jwks: string | null;
  readonly facts: JsonObject;
  readonly bullets: readonly string[];
  readonly now: number;
}

/** A page that says what models make of a question is compared, never quoted. */
const KIND = 'comparison';

/**
 * Units as a change of the wiki: of each its record, its whole deliberation and its page, and the public keys. Whoever accepts the page
 * accepts the files that it rests on.
 */
export function unitChange(snapshot: Snapshot, change: UnitChange): ChangeSet {
  const { title, made, keys, bullets, facts, jwks, now } = change;
  const slugs = new Set<string>();
  const files = made.flatMap((one) => filesOf(snapshot, one, slugs, now));
  const keysEdit = keys.length === 0 ? null : jwksEdit(keys, jwks);
  const [first] = made;
  const isUnsignedAny = made.some(({ bundle }) => isUnsigned(bundle.unit));
  return {
    title: title.slice(0, 180),
    producer: 'deliberation',
    files: [...files, ...(keysEdit === null ? [] : [keysEdit])],
    log: {
      event: 'query',
      subject: (first?.question ?? title).slice(0, 160),
      bullets: [...made.flatMap(logBullets), ...bullets],
    },
    sources: [],
    notes: [
      ...new Set(made.flatMap(({ bundle }) => bundle.deliberated.warnings)),
      ...(isUnsignedAny ? ['The unit is unsigned: nobody vouches for it.'] : []),
    ],
    facts: {
      unit: first?.bundle.unit.id ?? '',
      ...(first?.question !== undefined && { question: first.question }),
      ...facts,
    },
  };
}

function logBullets({ bundle: { unit }, operation }: ChangedUnit): readonly string[] {
  const signed = isUnsigned(unit) ? 'unsigned' : `signed by ${unit.receipt_kid}`;
  return [
    `unit ${unit.id}: ${unit.consensus_level}, ${signed}`,
    `models ${unit.models_used.join(', ')}`,
    ...(operation === null ? [] : [`${operation} ${unit.supersedes ?? ''}`]),
  ];
}

function filesOf(snapshot: Snapshot, one: ChangedUnit, slugs: Set<string>, now: number): readonly FileEdit[] {
  const { bundle, operation } = one;
  const { unit } = bundle;
  const why = ['a deliberation'];
  const record = buildCreation({
    path: unitFile(unit.id),
    parts: [{ text: printJson(unit), reason: 'The record, as it is signed.' }],
    why,
  });
  const whole = buildCreation({
    path: bundleFile(unit.id),
    parts: [
      { text: printJson(bundle), reason: 'Every answer with its receipt, so that anybody can check the record.' },
    ],
    why,
  });
  const needs = [record, whole].flatMap(({ hunks }) => hunks.map(({ id }) => id));
  const reason =
    unit.process_template === RESTATED
      ? `${operation === 'archive' ? 'Archives' : 'Restates'} ${unit.supersedes ?? 'a unit'}, which itself never changes.`
      : `What ${unit.models_used.length} models make of the question.`;
  return [pageEdit(snapshot, one, { reason, needs, slugs, now }), record, whole];
}

interface PageDetails {
  readonly reason: string;
  readonly needs: readonly string[];
  /** Those of the pages that the change made before; this one is added. */
  readonly slugs: Set<string>;
  readonly now: number;
}

function pageEdit(snapshot: Snapshot, one: ChangedUnit, { reason, needs, slugs, now }: PageDetails): FileEdit {
  const { bundle, replaced } = one;
  const { unit } = bundle;
  const schema = newPageSchema(snapshot);
  const question = one.question ?? replaced?.title ?? capitalise(unit.canonical_question);
  const title = question.replace(/[?!.\s]+$/, '').slice(0, 150);
  const named = replaced === null ? title : `${title} ${isoTime(now).slice(0, 10)}`;
  const free = uniqueSlug(snapshot, named, schema);
  const slug = slugs.has(free) ? uniqueSlug(snapshot, `${named} ${unit.id}`, schema) : free;
  slugs.add(slug);
  const sources = (unit.sources ?? []).flatMap(({ uri }) => {
    const source = snapshot.sources.get(uri);
    return source === undefined ? [] : [sourceReference(source, schema)];
  });
  const text = renderNewPage({
    schema,
    slug,
    kind: KIND,
    title,
    sources: [...new Set(sources)].sort(compareText),
    updatedAt: isoTime(now),
    ...(replaced !== null && { supersedes: [replaced.slug] }),
    ...(unit.tags !== undefined && { tags: unit.tags }),
    metadata: unitMetadata(unit),
    body: pageBody(bundle),
  });
  return buildCreation({
    path: pathForNewPage(snapshot, KIND, slug),
    parts: [{ text, reason, needs }],
    why: ['a deliberation'],
  });
}

/** Adds the public keys of this device to those that are there; `null` if all are. */
function jwksEdit(keys: readonly PublicUnitKey[], text: string | null): FileEdit | null {
  const reason = 'The public keys, so that others can check the signatures.';
  const why = ['a deliberation'];
  if (text === null) return buildCreation({ path: JWKS_FILE, parts: [{ text: printJwks(keys), reason }], why });
  const known = readKeys(text);
  const others = known.filter((each) => !keys.some((key) => isSameKey(key, each)));
  const next = printJwks([...others, ...keys]);
  if (canonicalText(JSON.parse(next)) === canonicalText(known.length === 0 ? {} : JSON.parse(printJwks(known))))
    return null;
  return buildUpdate({
    path: JWKS_FILE,
    base: text,
    splices: [{ start: 0, end: text.length, text: next, reason }],
    why,
  });
}

function readKeys(text: string): readonly PublicUnitKey[] {
  try {
    return parseJwks(parseForeignJson(text));
  } catch {
    return [];
  }
}
