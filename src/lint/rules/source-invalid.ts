import { isWikiError } from '../../base';
import { readFrontmatter } from '../../markdown';
import { digestBytes, encodeText, isHashAlgorithm, type HashAlgorithm } from '../../vault';
import { isSuperseded, type Snapshot, type Source } from '../../wiki';
import { readableText } from '../findings';
import { quote } from '../quote';
import { type Report, type WikiFacts, type WikiRule } from '../rule';

/** Source: AIP-10 JSON Schema, `source`. */
export const sourceInvalid: WikiRule = {
  id: 'source-invalid',
  scope: 'wiki',
  code: 'living-wiki:source_invalid',
  title: 'Invalid source document',
  severity: 'error',
  fixedBy: 'nothing',
  check: (facts) => facts.memo('source-invalid', [facts.snapshot.sources], () => checkSources(facts)),
};

async function checkSources({ snapshot, run }: WikiFacts): Promise<readonly Report[]> {
  const reports: Report[] = [];
  let checked = 0;
  for (const source of snapshot.sources.values()) {
    if (source.document === null) continue;
    if (++checked % 64 === 0) await run.yieldToHost();
    reports.push(...problemsOf(source), ...(await referenceProblems(source, snapshot)));
  }
  return reports;
}

function problemsOf({ document }: Source): readonly Report[] {
  return (document?.problems ?? []).map(({ line, column, message, field }) => ({
    path: document?.path ?? '',
    at: { line, column },
    message,
    key: `${field} ${message}`,
  }));
}

/** What takes the whole wiki to tell: the id, the successor and the hash. */
async function referenceProblems(source: Source, snapshot: Snapshot): Promise<readonly Report[]> {
  const { id, document, supersededBy } = source;
  const path = document?.path ?? source.path;
  const found: { readonly field: string; readonly message: string; readonly code?: Report['code'] }[] = [];
  const declared = document?.id ?? id;
  if (declared !== id) {
    found.push({
      field: 'id',
      message: `Another source has the id ${quote(declared)}, too. Give one of them another id. Until then, this one is ${quote(id)}.`,
    });
  }
  if (supersededBy !== null && !isSuperseded(source, (each) => snapshot.source(each))) {
    const exists = snapshot.source(supersededBy) !== undefined;
    const why = exists ? 'The sources supersede each other in a circle' : `No source has the id ${quote(supersededBy)}`;
    found.push({ field: 'superseded_by', message: `${why}, so \`superseded_by\` has no effect. Correct it.` });
  }
  if (!(await hasOwnHash(source, snapshot))) {
    found.push({
      field: 'content_hash',
      code: 'source_hash_mismatch',
      message: `${path === source.path ? 'The text below the frontmatter' : quote(source.path)} does not have this \`content_hash\`. Restore it, or correct the hash.`,
    });
  }
  return found.map(({ field, message, code }) => ({ path, at: { field }, message, key: field, ...(code && { code }) }));
}

/** Sources are immutable objects, and a changed file is a new one. */
const checkedHashes = new WeakMap<Source, Promise<boolean>>();

/** Whether the content has the hash that the document states, if it states one. */
function hasOwnHash(source: Source, snapshot: Snapshot): Promise<boolean> {
  const known = checkedHashes.get(source);
  if (known !== undefined) return known;
  const checked = matchesDocument(source, snapshot);
  checkedHashes.set(source, checked);
  return checked;
}

async function matchesDocument({ path, document }: Source, snapshot: Snapshot): Promise<boolean> {
  const [algorithm = '', hash = ''] = document?.contentHash?.split(':') ?? [];
  if (hash === '') return true;
  if (!isHashAlgorithm(algorithm)) return false;
  if (document?.path === path) return isHashOfText(await readableText(snapshot, path), algorithm, hash);
  try {
    return (await snapshot.sourceDigest(path, algorithm)) === hash;
  } catch (error) {
    if (!isWikiError(error) || error.code === 'living-wiki:cancelled') throw error;
    return false;
  }
}

/**
 * Whether a hash is that of a text. A document cannot hold the hash of itself, so it is that of the text below the
 * frontmatter; tools differ in whether the empty lines around it count.
 */
async function isHashOfText(text: string, algorithm: HashAlgorithm, hash: string): Promise<boolean> {
  const body = text.slice(readFrontmatter(text).bodyStart);
  for (const content of new Set([body, body.replace(/^\s+/u, ''), body.trim()])) {
    if ((await digestBytes(algorithm, encodeText(content))) === hash) return true;
  }
  return false;
}
