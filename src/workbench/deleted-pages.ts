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
const pageShape = z.lazy(() => z.object({ slug: z.string(), title: z.string() }));
const fileShape = z.lazy(() =>
  z.object({ version: z.literal(1), answered: z.array(z.string()), open: z.optional(z.array(pageShape)) }),
);

/** What is kept about deleted pages. */
interface Known {
  readonly answered: readonly string[];
  /** Seen by an ingest, after which the manifest no longer tells. */
  readonly open: readonly DeletedPage[];
}

/** Pages that an ingest wrote and that a person deleted by hand, about which nothing is decided yet. */
export async function deletedPages(session: WikiSession): Promise<readonly DeletedPage[]> {
  const { snapshot } = session;
  const { answered, open } = await readKnown(session);
  const decided = nameDecisions(snapshot.manifest);
  const found = new Map([...open, ...(await findDeleted(session))].map((page) => [page.slug, page]));
  return [...found.values()].filter(
    ({ slug, title }) =>
      snapshot.pagesBySlug(slug).length === 0 &&
      !answered.includes(slug) &&
      !decided.isRefused(title) &&
      !decided.isWanted(title),
  );
}

/** Keeps what the manifest tells of deleted pages, before it is written again. @returns the pages */
export async function recordDeleted(session: WikiSession): Promise<readonly DeletedPage[]> {
  const pages = await deletedPages(session);
  const known = await readKnown(session);
  if (pages.some(({ slug }) => !known.open.some((each) => each.slug === slug)))
    await writeKnown(session, { ...known, open: pages });
  return pages;
}

/** @returns what the manifest and the journal tell, until the next change rewrites `_manifest.json` */
async function findDeleted({ snapshot, journal }: WikiSession): Promise<readonly DeletedPage[]> {
  const written = Object.values(snapshot.provenance.sources).flatMap(({ slugs }) => slugs);
  const missing = [...new Set(written)].filter((slug) => snapshot.pagesBySlug(slug).length === 0);
  if (missing.length === 0) return [];
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
    return isOpen ? [{ slug, title }] : [];
  });
}

/** Answers whether a page that was deleted by hand may be made again. It is not asked about any more. */
export async function decideDeletion(
  session: WikiSession,
  { slug, title }: DeletedPage,
  isNever: boolean,
  run: Run,
): Promise<void> {
  if (isNever) await decideNames(session, [{ kind: 'never', name: title }], run);
  const { answered, open } = await readKnown(session);
  await writeKnown(session, {
    answered: [...new Set([...answered, slug])],
    open: open.filter((each) => each.slug !== slug),
  });
}

async function writeKnown({ vault, host }: WikiSession, known: Known): Promise<void> {
  await new SealedFiles(stateVault(vault), host).write(FILE, JSON.stringify({ version: 1, ...known }));
}

async function readKnown({ vault, host }: WikiSession): Promise<Known> {
  const text = await new SealedFiles(stateVault(vault), host).read(FILE);
  try {
    const { answered = [], open = [] } = fileShape.safeParse(JSON.parse(text ?? 'null')).data ?? {};
    return { answered, open };
  } catch (error) {
    if (error instanceof SyntaxError) return { answered: [], open: [] };
    throw error;
  }
}
