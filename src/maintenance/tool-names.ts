import { WikiError } from '../base';
import { defineTool, type Tool } from '../model';

/** What other agents call these tools. */
const ALIASES: Readonly<Record<string, string>> = {
  cat: 'read',
  view: 'read',
  read_file: 'read',
  ls: 'list',
  glob: 'list',
  write_file: 'write',
  create: 'write',
  str_replace: 'edit',
  edit_file: 'edit',
  multiedit: 'edit',
};

const ABSENT: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:task|agent|spawn|subagent|delegate)/,
    'No second agent is started from here. A reviewer looks at your work when you have finished.',
  ],
  [/(?:fetch|web|http|browser|curl|url)/, 'There is no network here. Use what is in the wiki and its sources.'],
  [
    /(?:bash|shell|exec|terminal|command|python|git|run)/,
    'There is no shell here. Use read, list, grep, search, links, write and edit.',
  ],
  [/(?:todo|plan|ask|notify)/, 'Not needed here. Go on, and say what is open in your report.'],
];

/** A tool that is not announced: one of these under another name, or one that is not here and says so. */
export function otherTool(name: string, tools: readonly Tool[]): Tool | undefined {
  const folded = name.toLowerCase();
  const same = tools.find((tool) => tool.name === (ALIASES[folded] ?? folded));
  if (same !== undefined) return same;
  const [, message] = ABSENT.find(([pattern]) => pattern.test(folded)) ?? [];
  if (message === undefined) return undefined;
  return defineTool<null>({
    ...{ name, description: '', parameters: {} },
    parse: () => ({ ok: true, data: null }),
    call: () => Promise.reject(new WikiError('living-wiki:tool_missing', message)),
  });
}
