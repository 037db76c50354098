import * as z from 'zod/mini';
import { parentPath } from '../../vault';
import { describeUnsearched, inContext, toAgentResults, WikiError } from '../../workbench';
import { route } from '../http/route';
import { counted, finding, lens, onBranch, text } from './shapes';

const PAGES_PER_ANSWER = 500;

/** What every token may do: look around, search, read, and see what is wrong. */
export const readingRoutes = [
  route({
    method: 'GET',
    path: '',
    role: 'read',
    id: 'status',
    summary: 'What the wiki holds and what waits.',
    answer: z.looseObject({
      ...{ name: z.string(), title: z.string(), pages: z.int() },
      lens: z.string().check(z.describe('Names the lens that is used where a request names none.')),
      lenses: z.array(z.object({ name: z.string(), title: z.string() })),
    }),
    handle: async ({ wiki, access, run }) => {
      const workbench = await wiki.current(run);
      const { wiki: about, pages, sources, proposals, questions } = await workbench.status(run);
      const branches = wiki.branches(await workbench.proposals());
      const lenses = (await workbench.lenses(run)).filter(({ refused }) => refused === null);
      const chosen = lenses.find(({ isRoot, ref, path }) =>
        wiki.config.lens === null ? isRoot : [ref, path, parentPath(path)].includes(wiki.config.lens),
      );
      return {
        ...{ name: wiki.name, title: about.title, pages, questions, role: access.role },
        lens: chosen?.ref ?? wiki.config.lens ?? about.name,
        lenses: lenses.map(({ ref, title }) => ({ name: ref, title })),
        sources: {
          total: sources.total,
          ingested: sources.ingested,
          pending: sources.pending,
          changed: sources.changed,
          folder: workbench.snapshot.layout.sources,
        },
        proposals: proposals.map((proposal) => ({ ...proposal, ...onBranch(branches, proposal.id) })),
      };
    },
  }),
  route({
    method: 'GET',
    path: '/search',
    role: 'read',
    id: 'search',
    summary: 'Ranked pages with the passages that fit a query.',
    query: z.strictObject({ q: text(), limit: counted(50), lens: lens() }),
    answer: z.object({
      results: z.array(z.looseObject({ page: z.string(), title: z.string(), path: z.string(), score: z.number() })),
      notes: z.array(z.string()),
    }),
    handle: async ({ wiki, query, run }) => {
      const notes: string[] = [];
      const request = { query: query.q, limit: query.limit ?? 10, onNote: (note: string) => void notes.push(note) };
      const found = await (await wiki.current(run)).searchPassages({ ...request, ...wiki.lensFor(query.lens) }, run);
      return { results: toAgentResults(found), notes };
    },
  }),
  route({
    method: 'GET',
    path: '/search/sources',
    role: 'read',
    id: 'searchSources',
    summary: 'Passages of the sources that match a query, also from sources that no page uses yet.',
    query: z.strictObject({ q: text(), limit: counted(20), lens: lens() }),
    answer: z.object({
      results: z.array(z.looseObject({ path: z.string(), title: z.string(), text: z.string() })),
      notes: z.array(z.string()),
    }),
    handle: async ({ wiki, query, run }) => {
      const request = { query: query.q, limit: query.limit ?? 5, ...wiki.lensFor(query.lens) };
      const { found, ...counts } = await (await wiki.current(run)).searchSources(request, run);
      const results = found.map(({ path, source, title, place, pages, ...said }) => ({
        ...{ path, source, title, place, text: inContext(said) },
        pages: pages.map(({ slug }) => slug),
      }));
      return { results, notes: describeUnsearched(counts) };
    },
  }),
  route({
    method: 'GET',
    path: '/pages',
    role: 'read',
    id: 'listPages',
    summary: `The pages, at most ${PAGES_PER_ANSWER} in one answer; "next" names the start of the rest.`,
    query: z.strictObject({ from: counted(1_000_000) }),
    answer: z.object({
      pages: z.array(z.object({ page: z.string(), title: z.string(), path: z.string(), summary: z.string() })),
      next: z.nullable(z.int()),
    }),
    handle: async ({ wiki, query: { from = 0 }, run }) => {
      const { snapshot } = await wiki.current(run);
      const pages = [...snapshot.pages.values()].slice(from, from + PAGES_PER_ANSWER);
      const next = from + PAGES_PER_ANSWER < snapshot.pages.size ? from + PAGES_PER_ANSWER : null;
      return { pages: pages.map(({ slug, title, path, summary }) => ({ page: slug, title, path, summary })), next };
    },
  }),
  route({
    method: 'GET',
    path: '/pages/{page}',
    role: 'read',
    id: 'readPage',
    summary: 'A page, by slug, title or path, as it is on disk.',
    answer: z.object({ page: z.string(), title: z.string(), path: z.string(), text: z.string() }),
    handle: async ({ wiki, params, run }) => {
      const { snapshot } = await wiki.current(run);
      // Only pages are looked up; what was sent never reaches the file system.
      const wanted = params.page ?? '';
      const page = snapshot.pages.get(wanted) ?? snapshot.pagesBySlug(wanted)[0];
      const written = page && (await snapshot.text(page.path));
      if (page === undefined || written === undefined || written === null) {
        throw new WikiError('living-wiki:page_missing', 'There is no such page.');
      }
      return { page: page.slug, title: page.title, path: page.path, text: written };
    },
  }),
  route({
    method: 'GET',
    path: '/lint',
    role: 'read',
    id: 'lint',
    summary: 'Problems of the wiki and stale claims, at most 1,000.',
    query: z.strictObject({ lens: lens() }),
    answer: z.object({
      findings: z.array(finding()),
      counts: z.object({ error: z.int(), warn: z.int(), info: z.int() }),
      leftOut: z.int(),
      ignored: z.int(),
    }),
    handle: async ({ wiki, query, run }) => {
      const { findings, counts, ignored } = await (await wiki.current(run)).lint(wiki.lensFor(query.lens), run);
      const shown = findings.slice(0, 1_000);
      return { findings: shown, counts, ignored, leftOut: findings.length - shown.length };
    },
  }),
];
