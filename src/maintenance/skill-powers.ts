import { readFrontmatter } from '../markdown';
import { stripInvisible } from '../model';

/** What a skill wants to do, in words that follow "wants to". Sorted, each once. */
export function skillPowers(text: string): readonly string[] {
  const { text: visible } = stripInvisible(text);
  const { data, bodyStart } = readFrontmatter(visible);
  const found = new Set<string>();
  for (const tool of declaredTools(data)) {
    const power = TOOL_POWERS.find(([pattern]) => pattern.test(tool))?.[1];
    if (power !== undefined) found.add(power);
  }
  for (const line of visible.slice(bodyStart).split('\n')) {
    if (WRITES.test(line)) for (const [folder] of line.matchAll(FOLDERS)) found.add(`write ${folder.toLowerCase()}`);
    for (const [pattern, power] of BODY_POWERS) if (pattern.test(line)) found.add(power);
  }
  // A folder says more.
  if ([...found].some((power) => power.startsWith('write ') && power !== WRITE)) found.delete(WRITE);
  return [...found].sort();
}

const WRITE = 'write files';

/** The tools that coding agents ask for by name. */
const TOOL_POWERS: readonly (readonly [RegExp, string])[] = [
  [/^(?:write|edit|multiedit|create|str_replace)/i, WRITE],
  [/^(?:bash|shell|exec|terminal)/i, 'run a shell'],
  [/^(?:webfetch|websearch|fetch|browser|http)/i, 'use the network'],
  [/^(?:task|agent|spawn)/i, 'start other agents'],
];

const WRITES =
  /\b(?:write|writes|create|creates|update|updates|edit|edits|rewrite|rewrites|add|adds|delete|deletes|remove|removes|rename|renames|merge|merges)\b/i;
const FOLDERS = /\b(?:entities|concepts|summaries|comparisons|timelines|questions|pages|sources|the index|the log)\b/gi;

const BODY_POWERS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:without|skip(?:s|ping)?|bypass(?:es|ing)?)\s+(?:a\s+|the\s+)?(?:review|approval|confirmation)\b/i,
    'act without review',
  ],
  [/\b(?:curl|wget)\b|https?:\/\//i, 'use the network'],
];

function declaredTools(data: Readonly<Record<string, unknown>>): readonly string[] {
  const stated = ['allowed-tools', 'allowed_tools', 'tools'].map((key) => data[key]);
  return stated.flatMap((value) => {
    if (typeof value === 'string') return value.split(/[\s,]+/);
    return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
  });
}
