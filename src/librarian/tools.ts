import { type Run } from '../base';
import { defineTool, type Tool, type ToolStep, type Validation } from '../model';
import { grep, links, list, readPage, readSource, search, type LookupResult } from './lookup';
import { type ReadRecord } from './read-record';
import { type AskStep, type LibraryContext } from './types';

/** A parameter of a tool; those that end in `?` may be left out. */
type Params = Readonly<Record<string, readonly ['string' | 'integer', string]>>;
type Args = Readonly<Record<string, string | number>>;

/**
 * The tools of a librarian. They look into one shelf and note in `reading` what went out; none of them can write, and none takes
 * a path of the file system: names are looked up among the pages and sources of the wiki.
 *
 * @param heard told what each call brought, before the loop tells of the step
 */
export function libraryTools(
  library: LibraryContext,
  record: ReadRecord,
  heard: (found: readonly string[]) => void,
): readonly Tool[] {
  const tool = (
    name: string,
    description: string,
    params: Params,
    look: (args: Args, run: Run) => Promise<LookupResult>,
  ): Tool =>
    defineTool<Args>({
      name,
      description,
      parameters: {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(params).map(([key, [type, says]]) => [paramName(key), { type, description: says }]),
        ),
        required: Object.keys(params).filter((key) => !key.endsWith('?')),
      },
      parse: (value) => readArgs(value, params),
      async call(args, run) {
        const { text, found } = await look(args, run);
        heard(found);
        return text;
      },
    });
  const pageParam = ['string', 'slug or title of a page'] as const;
  return [
    tool(
      'search',
      'Full-text search over the pages of the wiki; ranked, with passages.',
      { query: ['string', 'a few telling words'], 'limit?': ['integer', '1 to 20'] },
      (args, run) => search(library, args as Parameters<typeof search>[1], run),
    ),
    tool(
      'read_page',
      'Reads a page, or one section of it. Only what you read here may be cited.',
      {
        page: pageParam,
        'section?': ['string', 'a heading of the page; all of the page without it'],
        'part?': ['integer', 'of a long page: 1, 2, …'],
      },
      (args, run) => readPage(library, record, args as Parameters<typeof readPage>[2], run),
    ),
    tool(
      'list',
      'Lists pages of a folder or kind.',
      { 'folder?': ['string', 'such as concepts'], 'kind?': ['string', 'such as concept'] },
      (args, run) => list(library, args, run),
    ),
    tool(
      'grep',
      'Finds lines that hold an exact text: a number, a name, a code.',
      { text: ['string', 'the text as it is written'], 'folder?': ['string', 'only pages in it'] },
      (args, run) => grep(library, args as Parameters<typeof grep>[1], run),
    ),
    tool('links', 'Pages that a page links to, and pages that link to it.', { page: pageParam }, (args, run) =>
      links(library, args as Parameters<typeof links>[1], run),
    ),
    tool(
      'read_source',
      'Some lines of a source around one place, to verify what a page says. Name one place.',
      {
        source: ['string', 'id or path of a source'],
        'line?': ['integer', 'as a citation names it'],
        'page?': ['integer', 'of a PDF'],
        'heading?': ['string', 'a heading of the source'],
        'time?': ['string', 'of a recording, as 00:01:02'],
        'quote?': ['string', 'words of the source'],
      },
      (args, run) => readSource(library, args as unknown as Parameters<typeof readSource>[1], run),
    ),
  ];
}

const paramName = (key: string): string => key.replace('?', '');

/** Arguments as the parameters want them: models write numbers as texts, and `null` for what they leave out. */
function readArgs(value: unknown, params: Params): Validation<Args> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, problems: ['Give the arguments as a JSON object.'] };
  }
  const given = new Map(Object.entries(value as Record<string, unknown>));
  const args: Record<string, string | number> = {};
  const problems: string[] = [];
  for (const [key, [type]] of Object.entries(params)) {
    const name = paramName(key);
    const said = given.get(name) ?? '';
    if (said === '') {
      if (name === key) problems.push(`"${name}" is needed.`);
    } else if (type === 'integer') {
      const number = Number(said);
      if (Number.isInteger(number) && number > 0) args[name] = number;
      else problems.push(`"${name}" must be a whole number above 0.`);
    } else if (typeof said === 'string' || typeof said === 'number') args[name] = String(said).slice(0, 500);
    else problems.push(`"${name}" must be a text.`);
  }
  return problems.length === 0 ? { ok: true, data: args } : { ok: false, problems };
}

/** A tool call as people are told of it. */
export function describeStep({ name, arguments: written, ok, result }: ToolStep, found: readonly string[]): AskStep {
  let input = written;
  try {
    const args: unknown = JSON.parse(written);
    if (typeof args === 'object' && args !== null) input = Object.values(args).filter(Boolean).map(String).join(' # ');
  } catch {
    // Shown as it was written.
  }
  const line = (text: string, most: number): string => text.replace(/\s+/g, ' ').trim().slice(0, most);
  return { tool: line(name, 80), input: line(input, 200), ok, found, problem: ok ? '' : line(result, 300) };
}
