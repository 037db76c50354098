import { compareText, isoTime, parseForeignJson, type JsonObject } from '../../base';
import { buildCreation, buildUpdate, type ChangeSet, type FileEdit } from '../../change';
import {
  canonicalText,
  isUnsigned,
  pageBody,
  parseJwks,
  printJson,
  printJwks,
  sameKey,
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

export interface UnitChange {
  readonly bundle: Bundle;
  /** As it was asked. */
  readonly question: string;
  /** What the unit makes of the one that it replaces. */
  readonly operation: Operation | null;
  /** The page of the unit that it replaces. */
  readonly replaced: Page | null;
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
 * A unit as a change of the wiki: its record, its whole deliberation, the public keys and its page. Whoever accepts the page accepts the
 * files that it rests on.
 */
export function unitChange(snapshot: Snapshot, change: UnitChange): ChangeSet {
  const { bundle, question, operation, keys, bullets, facts } = change;
  const { unit, deliberated } = bundle;
  const reason = `What ${unit.models_used.length} models make of the question.`;
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
  const jwks = isUnsigned(unit) ? null : jwksEdit(keys, change.jwks);
  const page = pageEdit(snapshot, change, reason, needs);
  const signed = isUnsigned(unit) ? 'unsigned' : `signed by ${unit.receipt_kid}`;
  return {
    title: `Deliberation: ${question.slice(0, 160)}`,
    producer: 'deliberation',
    files: [page, record, whole, ...(jwks === null ? [] : [jwks])],
    log: {
      event: 'query',
      subject: question.slice(0, 160),
      bullets: [
        `unit ${unit.id}: ${unit.consensus_level}, ${signed}`,
        `models ${unit.models_used.join(', ')}`,
        ...(operation === null ? [] : [`${operation} ${unit.supersedes ?? ''}`]),
        ...bullets,
      ],
    },
    sources: [],
    notes: [...deliberated.warnings, ...(isUnsigned(unit) ? ['The unit is unsigned: nobody vouches for it.'] : [])],
    facts: { unit: unit.id, question, ...facts },
  };
}

function pageEdit(snapshot: Snapshot, change: UnitChange, reason: string, needs: readonly string[]): FileEdit {
  const { bundle, question, replaced, now } = change;
  const { unit } = bundle;
  const schema = newPageSchema(snapshot);
  const title = question.replace(/[?!.\s]+$/, '').slice(0, 150);
  const slug = uniqueSlug(snapshot, replaced === null ? title : `${title} ${isoTime(now).slice(0, 10)}`, schema);
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
  const others = known.filter((each) => !keys.some((key) => sameKey(key, each)));
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
