import { type Run } from '../base';
import { defineTool, type Tool, type ToolStep, type Validation } from '../model';
import { grep, links, list, readPage, search, type LookupResult } from './lookup';
import { type PackContext } from './pack-context';
import { activatePack, resolveContext } from './pack-tools';
import { type ReadRecord } from './read-record';
import { readSource } from './read-source';
import { searchSources } from './search-sources';
import { type LibraryContext } from './request';
import { type AskStep } from './types';

/** Type and description of each parameter. Names that end in `?` are optional. */
type Params = Readonly<Record<string, readonly ['string' | 'integer', string]>>;
type Args = Readonly<Record<string, string | number>>;

interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly params: Params;
  readonly lookUp: (args: Args, run: Run) => Promise<LookupResult>;
}

/**
 * The tools of the librarian. They record in `record` what the model was shown. None can write, and none takes a path of
 * the file system: names are looked up among the pages and sources of the wiki.
 *
 * @param onFound called after each call, before the loop reports the step
 */
export function libraryTools(
  library: LibraryContext,
  packs: PackContext | null,
  record: ReadRecord,
  onFound: (found: readonly string[]) => void,
): readonly Tool[] {
  return [...toolSpecs(library, record), ...packTools(packs, record)].map(({ name, description, params, lookUp }) =>
    defineTool<Args>({
      name,
      description,
      parameters: {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(params).map(([key, [type, about]]) => [paramName(key), { type, description: about }]),
        ),
        required: Object.keys(params).filter((key) => !key.endsWith('?')),
      },
      parse: (value) => readArgs(value, params),
      async call(args, run) {
        const { text, found } = await lookUp(args, run);
        onFound(found);
        return text;
      },
    }),
  );
}

function toolSpecs(library: LibraryContext, record: ReadRecord): readonly ToolSpec[] {
  const page = ['string', 'slug or title of a page'] as const;
  return [
    {
      name: 'search',
      description: 'Full-text search over the pages of the wiki; ranked, with passages.',
      params: { query: ['string', 'a few telling words'], 'limit?': ['integer', '1 to 20'] },
      lookUp: (args, run) => search(library, args as Parameters<typeof search>[1], run),
    },
    ...sourceSearch(library, record),
    {
      name: 'read_page',
      description: 'Reads a page, or one section of it. Only what you read here may be cited.',
      params: {
        page,
        'section?': ['string', 'a heading of the page; all of the page without it'],
        'part?': ['integer', 'of a long page: 1, 2, …'],
      },
      lookUp: (args, run) => readPage(library, record, args as Parameters<typeof readPage>[2], run),
    },
    {
      name: 'list',
      description: 'Lists pages of a folder or kind.',
      params: { 'folder?': ['string', 'such as concepts'], 'kind?': ['string', 'such as concept'] },
      lookUp: (args, run) => list(library, args, run),
    },
    {
      name: 'grep',
      description: 'Finds lines that hold an exact text: a number, a name, a code.',
      params: { text: ['string', 'the text as it is written'], 'folder?': ['string', 'only pages in it'] },
      lookUp: (args, run) => grep(library, args as Parameters<typeof grep>[1], run),
    },
    {
      name: 'links',
      description: 'Pages that a page links to, and pages that link to it.',
      params: { page },
      lookUp: (args, run) => links(library, args as Parameters<typeof links>[1], run),
    },
    {
      name: 'read_source',
      description: 'Some lines of a source around one place, to verify what a page says. Name one place.',
      params: {
        source: ['string', 'id or path of a source'],
        'line?': ['integer', 'as a citation names it'],
        'page?': ['integer', 'of a PDF'],
        'heading?': ['string', 'a heading of the source'],
        'time?': ['string', 'of a recording, as 00:01:02'],
        'quote?': ['string', 'words of the source'],
      },
      lookUp: (args, run) => readSource(library, record, args as unknown as Parameters<typeof readSource>[2], run),
    },
  ];
}

/** None where there are no packs. */
function packTools(packs: PackContext | null, record: ReadRecord): readonly ToolSpec[] {
  if (packs === null || packs.catalog === '') return [];
  return [
    {
      name: 'activate_pack',
      description: 'The guide of a knowledge pack: what it covers, its boundaries and its files.',
      params: { name: ['string', 'the name of the pack'] },
      lookUp: (args, run) => activatePack(packs, String(args.name), run),
    },
    {
      name: 'resolve_context',
      description: 'What the active packs say about a task. Cite it as it is shown.',
      params: { task: ['string', 'what you need to know'], 'pack?': ['string', 'only this pack'] },
      lookUp: (args, run) =>
        resolveContext(packs, record, args as unknown as Parameters<typeof resolveContext>[2], run),
    },
  ];
}

/** None where no sources are searched. */
function sourceSearch(library: LibraryContext, record: ReadRecord): readonly ToolSpec[] {
  if (library.findInSources === undefined) return [];
  return [
    {
      name: 'search_sources',
      description: 'Passages of the sources, also of those that no page rests on yet. Cite one as it is shown.',
      params: { query: ['string', 'a few telling words'], 'limit?': ['integer', '1 to 20'] },
      lookUp: (args, run) => searchSources(library, record, args as Parameters<typeof searchSources>[2], run),
    },
  ];
}

const paramName = (key: string): string => key.replace('?', '');

/** Accepts what models send: numbers as text, and `null` for what they leave out. */
function readArgs(value: unknown, params: Params): Validation<Args> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, problems: ['Give the arguments as a JSON object.'] };
  }
  const given = new Map(Object.entries(value as Record<string, unknown>));
  const args: Record<string, string | number> = {};
  const problems: string[] = [];
  for (const [key, [type]] of Object.entries(params)) {
    const name = paramName(key);
    const arg = given.get(name) ?? '';
    if (arg === '') {
      if (name === key) problems.push(`"${name}" is required.`);
    } else if (type === 'integer') {
      const number = Number(arg);
      if (Number.isInteger(number) && number > 0) args[name] = number;
      else problems.push(`"${name}" must be a whole number above 0.`);
    } else if (typeof arg === 'string' || typeof arg === 'number') args[name] = String(arg).slice(0, 500);
    else problems.push(`"${name}" must be text.`);
  }
  return problems.length === 0 ? { ok: true, data: args } : { ok: false, problems };
}

/** A tool call as it is shown to people. */
export function describeStep({ name, arguments: written, ok, result }: ToolStep, found: readonly string[]): AskStep {
  let input = written;
  try {
    const args: unknown = JSON.parse(written);
    if (typeof args === 'object' && args !== null) input = Object.values(args).filter(Boolean).map(String).join(' # ');
  } catch {
    // Show it as written.
  }
  const line = (text: string, length: number): string => text.replace(/\s+/g, ' ').trim().slice(0, length);
  return { tool: line(name, 80), input: line(input, 200), ok, found, problem: ok ? '' : line(result, 300) };
}
