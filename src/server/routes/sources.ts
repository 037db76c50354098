import * as z from 'zod/mini';
import { receiveFile } from '../../node';
import { baseName, checkPortablePath, joinPath } from '../../vault';
import { sourceTitles, WikiError, type Workbench } from '../../workbench';
import { route } from '../http/route';
import { counted, text } from './shapes';

const SOURCES_PER_ANSWER = 500;

/** Files that steer the wiki or a model. No caller brings such a file. */
const STEERING = new Set(['knowledge.md', 'agents.md', 'claude.md', 'skill.md']);

/** What is read of sources, and sources that callers bring. */
export const sourceRoutes = [
  route({
    method: 'GET',
    path: '/sources',
    role: 'read',
    id: 'listSources',
    summary: `The sources, at most ${SOURCES_PER_ANSWER} in one answer; "next" names the start of the rest.`,
    query: z.strictObject({ from: counted(1_000_000) }),
    answer: z.object({
      sources: z.array(
        z.object({
          ...{ path: z.string(), id: z.string(), title: z.string() },
          ...{ date: z.nullable(z.string()), authority: z.string() },
        }),
      ),
      next: z.nullable(z.int()),
    }),
    handle: async ({ wiki, query: { from = 0 }, run }) => {
      const { snapshot } = await wiki.current(run);
      const titles = sourceTitles(snapshot);
      const sources = [...snapshot.sources.values()].slice(from, from + SOURCES_PER_ANSWER);
      const next = from + SOURCES_PER_ANSWER < snapshot.sources.size ? from + SOURCES_PER_ANSWER : null;
      return {
        sources: sources.map(({ path, id, title, date, authority }) => ({
          ...{ path, id, title: titles.get(path) ?? title, date, authority },
        })),
        next,
      };
    },
  }),
  route({
    method: 'GET',
    path: '/sources/{name}',
    role: 'read',
    id: 'readSource',
    summary: 'The text of a source, by id or encoded path, and where a quote is in it.',
    query: z.strictObject({ quote: z.optional(text()) }),
    answer: z.looseObject({
      path: z.string(),
      passages: z.array(z.looseObject({ text: z.string() })),
      place: z.nullable(z.looseObject({ passage: z.int(), start: z.int(), end: z.int() })),
    }),
    handle: async ({ wiki, params, query: { quote }, run }) => {
      const workbench = await wiki.current(run);
      const source = sourceOf(workbench, params.name ?? '');
      const { path, passages, place, notes } = await workbench.sourceText(source.path, quote, run);
      return { path, passages, place, notes };
    },
  }),
  route({
    method: 'GET',
    path: '/sources/{name}/coverage',
    role: 'read',
    id: 'readCoverage',
    summary: 'Which passages of a source no page uses, and why: by the proposal that waits, else by what was applied.',
    answer: z.object({
      coverage: z.nullable(
        z.looseObject({
          ...{ path: z.string(), units: z.int(), used: z.int(), proposal: z.nullable(z.string()) },
          left: z.array(z.looseObject({ number: z.int(), reason: z.string() })),
        }),
      ),
    }),
    handle: async ({ wiki, params, run }) => {
      const workbench = await wiki.current(run);
      return { coverage: await workbench.coverage(sourceOf(workbench, params.name ?? '').path, run) };
    },
  }),
  route({
    method: 'PUT',
    path: '/sources/{name}',
    role: 'propose',
    id: 'uploadSource',
    summary:
      'Adds a source; the body is the file. A source is never replaced: the same bytes again change nothing, others are refused.',
    body: 'bytes',
    status: 201,
    answer: z.object({ path: z.string(), bytes: z.int(), isNew: z.boolean() }),
    handle: async ({ wiki, params, run, lasting, raw: { request } }) => {
      const workbench = await wiki.current(run);
      const path = sourcePath(workbench.snapshot.layout.sources, params.name ?? '');
      const received = await receiveFile(wiki.folder, path, request, wiki.limits.upload);
      await wiki.change(async (open) => {
        await open.refresh([path], lasting);
        return { result: null, event: received.isNew ? { kind: 'sources', paths: [path] } : null };
      }, lasting);
      wiki.figures.uploaded(received.bytes);
      return { path, ...received };
    },
  }),
];

/** Only sources are looked up; what was sent never reaches the file system. @throws WikiError `source_not_found` */
function sourceOf({ snapshot }: Workbench, name: string): { readonly path: string } {
  const source = snapshot.source(name) ?? snapshot.sources.get(name);
  if (source === undefined) throw new WikiError('source_not_found', 'There is no such source.');
  return source;
}

/** @throws WikiError `living-wiki:path_refused` for a name that leads elsewhere, is hidden, or steers the wiki */
function sourcePath(folder: string, name: string): string {
  const path = checkPortablePath(joinPath(folder, name));
  const names = name.split('/');
  if (
    !path.startsWith(`${folder}/`) ||
    names.some((each) => each.startsWith('.') || each === '') ||
    STEERING.has(baseName(path).toLowerCase())
  ) {
    throw new WikiError('living-wiki:path_refused', 'This name cannot be used for a source.', {
      remedy: 'Use a plain file name, such as report.pdf.',
    });
  }
  return path;
}
