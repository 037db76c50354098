import { WikiError, type Run } from '../base';
import { defineTool, type Tool, type Validation } from '../model';

/** UTF-16 units of one argument. */
const MAX_TEXT = 200_000;

type Args = Readonly<Record<string, string>>;

/** Each parameter with its description, and the names by which other agents know it. Names that end in `?` are optional. */
type Params = Readonly<Record<string, readonly [about: string, ...aliases: string[]]>>;

/** A tool of a skill: every parameter is text. */
export interface ToolSpec {
  readonly description: string;
  readonly params: Params;
  readonly writes?: true;
  readonly call: (args: Args, run: Run) => Promise<string>;
}

/** The parameter that names a file. */
export const PATH = ['path from the root of the wiki', 'file_path', 'file', 'filename', 'page'] as const;

export function toTool(name: string, { description, params, call }: ToolSpec): Tool {
  const keys = Object.keys(params);
  return defineTool<Args>({
    ...{ name, description },
    parameters: {
      type: 'object',
      properties: Object.fromEntries(
        keys.map((key) => [plain(key), { type: 'string', description: params[key]?.[0] ?? '' }]),
      ),
      required: keys.filter((key) => !key.endsWith('?')),
    },
    parse: (value) => readArgs(value, params),
    call,
  });
}

const plain = (key: string): string => key.replace('?', '');

function readArgs(value: unknown, params: Params): Validation<Args> {
  const given = new Map<string, unknown>(Object.entries(typeof value === 'object' && value !== null ? value : {}));
  const args: Record<string, string> = {};
  const problems: string[] = [];
  for (const [key, [, ...aliases]] of Object.entries(params)) {
    const name = plain(key);
    const arg = [name, ...aliases].map((each) => given.get(each)).find((each) => each !== undefined && each !== null);
    if (typeof arg === 'string' || typeof arg === 'number') {
      if (String(arg).length > MAX_TEXT) problems.push(`"${name}" is too long.`);
      else args[name] = String(arg);
    } else if (arg !== undefined) problems.push(`"${name}" must be text.`);
    else if (name === key) problems.push(`"${name}" is required.`);
  }
  return problems.length === 0 ? { ok: true, data: args } : { ok: false, problems };
}

/** An error that the model sees. */
export const inputProblem = (message: string): WikiError => new WikiError('living-wiki:tool_input', message);
