import * as z from 'zod/mini';
import { fileStem, type Run } from '../base';
import { nameDecisions } from '../workspace';
import { stateVault } from './model/stores';
import { decideNames } from './names';
import { SealedFiles } from './sealed-files';
import { type DeletedPage } from './types';
import { type WikiSession } from './wiki-session';

const FILE = 'deleted-pages.json';
const INDEX = '_index.md';
const fileShape = z.lazy(() => z.object({ version: z.literal(1), answered: z.array(z.string()) }));

/**
 * Pages that an ingest wrote and that a person deleted by hand, about which nothing is decided yet. Known until the next change rewrites
 * `_manifest.json`.
 */
export async function deletedPages(session: WikiSession): Promise<readonly DeletedPage[]> {
  const { snapshot, journal } = session;
  const written = Object.values(snapshot.provenance.sources).flatMap(({ slugs }) => slugs);
  const missing = [...new Set(written)].filter((slug) => snapshot.pagesBySlug(slug).length === 0);
  if (missing.length === 0) return [];
  const answered = await readAnswered(session);
  const decided = nameDecisions(snapshot.manifest);
  const last = new Map<string, { readonly path: string; readonly op: string }>();
  for (const { files } of await journal.list()) {
    for (const file of files) {
      const slug = fileStem(file.path);
      if (!last.has(slug)) last.set(slug, file);
    }
  }
  const lines = ((await snapshot.text(INDEX)) ?? '').split('\n');
  return missing.flatMap((slug) => {
    const file = last.get(slug);
    const start = `- [[${slug}]]: `;
    const line = lines.find((each) => each.startsWith(start))?.slice(start.length) ?? '';
    const listed = line.split('. ')[0]?.replace(/\.$/, '') ?? '';
    const title = listed === '' ? slug.replaceAll('-', ' ') : listed;
    const isOpen = file !== undefined && file.op !== 'delete' && !file.path.startsWith('summaries/');
    return isOpen && !answered.includes(slug) && !decided.isRefused(title) ? [{ slug, title }] : [];
  });
}

/** Answers whether a page that was deleted by hand may be made again. It is not asked about any more. */
export async function answerDeletion(
  session: WikiSession,
  { slug, title }: DeletedPage,
  isNever: boolean,
  run: Run,
): Promise<void> {
  if (isNever) await decideNames(session, [{ kind: 'never', name: title }], run);
  const answered = [...new Set([...(await readAnswered(session)), slug])];
  const files = new SealedFiles(stateVault(session.vault), session.host);
  await files.write(FILE, JSON.stringify({ version: 1, answered }));
}

async function readAnswered({ vault, host }: WikiSession): Promise<readonly string[]> {
  const text = await new SealedFiles(stateVault(vault), host).read(FILE);
  try {
    return fileShape.safeParse(JSON.parse(text ?? 'null')).data?.answered ?? [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
