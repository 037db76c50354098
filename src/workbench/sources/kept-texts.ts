import * as z from 'zod/mini';
import { isWikiError } from '../../base';
import { type ExtractedText } from '../../ingest';
import { type Hash } from '../../vault';
import { stateVault } from '../model/stores';
import { SealedFiles } from '../sealed-files';
import { type WikiSession } from '../wiki-session';

const FOLDER = 'source-texts';
const VERSION = 1;
/** UTF-16 units of text. Of a longer source nothing is kept, and a change of it cannot be shown. */
const MAX_KEPT = 4_000_000;

/** The text of a source as it was read, to compare a later version with. */
export type KeptSourceText = Pick<ExtractedText, 'passages' | 'format'>;

const keptShape = z.lazy(() =>
  z.object({
    version: z.literal(VERSION),
    format: z.string(),
    passages: z.array(
      z.object({
        kind: z.string(),
        text: z.string(),
        anchor: z.object({
          line: z.exactOptional(z.int()),
          page: z.exactOptional(z.int()),
          heading: z.exactOptional(z.string()),
          time: z.exactOptional(z.string()),
        }),
        level: z.exactOptional(z.int()),
      }),
    ),
  }),
);

/**
 * Keeps the text that a proposal was made from, because a source that a person changes has no other copy. A vault that is
 * read-only is no error.
 */
export async function keepSourceText(session: WikiSession, { hash, format, passages }: ExtractedText): Promise<void> {
  const length = passages.reduce((sum, { text }) => sum + text.length, 0);
  if (length > MAX_KEPT) return;
  // Where lines begin is of use only while the source is read.
  const kept = passages.map(({ lineStarts: _, ...passage }) => passage);
  try {
    await filesOf(session).write(fileOf(hash), JSON.stringify({ version: VERSION, format, passages: kept }));
  } catch (error) {
    if (!isWikiError(error)) throw error;
  }
}

/** The text of the version of a source with this hash; `null` when this device did not keep it, or it cannot be read. */
export async function keptSourceText(session: WikiSession, hash: Hash): Promise<KeptSourceText | null> {
  const text = await filesOf(session).read(fileOf(hash));
  try {
    const read = keptShape.safeParse(JSON.parse(text ?? 'null'));
    return read.success ? (read.data as KeptSourceText) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const filesOf = ({ vault, host }: WikiSession): SealedFiles => new SealedFiles(stateVault(vault), host);

/** Removes the texts of versions that are neither ingested nor proposed. Call it within `WikiSession.exclusively`. */
export async function pruneSourceTexts({ vault, snapshot }: WikiSession, proposed: Iterable<Hash>): Promise<void> {
  const state = stateVault(vault);
  const needed = new Set(proposed);
  for (const { contentHash } of Object.values(snapshot.provenance.sources)) needed.add(contentHash);
  try {
    if (!(await state.stat(FOLDER))) return;
    const files = await state.list(FOLDER);
    const names = new Set([...needed].map(fileOf));
    for (const { path, kind } of files) if (kind === 'file' && !names.has(path)) await state.remove(path);
  } catch (error) {
    if (!isWikiError(error)) throw error;
  }
}

/** What `model/media.ts` keeps of pictures and recordings. */
const TRANSCRIPTS = 'proposals/transcripts';

/**
 * Removes the copies of the text of sources that are gone, unless another source has the same text. Call it within
 * `WikiSession.exclusively`.
 */
export async function forgetSourceTexts({ vault, snapshot }: WikiSession, gone: Iterable<string>): Promise<void> {
  const paths = new Set(gone);
  const hashes = new Set<string>();
  const kept = new Set<string>();
  for (const [path, { contentHash }] of Object.entries(snapshot.provenance.sources))
    (paths.has(path) ? hashes : kept).add(contentHash);
  const state = stateVault(vault);
  const names = [...hashes]
    .filter((hash) => !kept.has(hash))
    .flatMap((hash) => [fileOf(hash), ...['vtt', 'txt'].map((ending) => `${TRANSCRIPTS}/${hash}.${ending}`)]);
  try {
    for (const name of names) if ((await state.stat(name)) !== null) await state.remove(name);
  } catch (error) {
    if (!isWikiError(error)) throw error;
  }
}

const fileOf = (hash: Hash): string => `${FOLDER}/${hash}.json`;
