import { inertLine, escapeMarkdown, readStatements } from '../markdown';
import { clip, type Run } from '../base';
import { type FoundPassage } from './found-passages';
import { type LookupResult } from './lookup';
import { type PackContext } from './pack-context';
import { type ReadRecord } from './read-record';
import { MAX_STATEMENT, mostAlike } from './statements';

/** Passages of packs in an answer without a model. */
const MAX_PASSAGES = 4;

/** Makes a pack known to the model. */
export async function activatePack(packs: PackContext, name: string, run: Run): Promise<LookupResult> {
  return { text: await packs.activate(name, run), found: [name] };
}

/** Reads what active packs say about a task. What is shown may be cited. */
export async function resolveContext(
  packs: PackContext,
  record: ReadRecord,
  { task, pack }: { readonly task: string; readonly pack?: string },
  run: Run,
): Promise<LookupResult> {
  const { text, sections } = await packs.resolve(task, pack, run);
  for (const section of sections) record.addPackSection(section);
  const found = [...new Set(sections.map((section) => `${section.pack}/${section.path}`))];
  return { text: text === '' ? 'The packs say nothing about this.' : text, found };
}

/** Whether a statement is nothing but the texts of links: it leads to what is said elsewhere. */
function isLinks(statement: string, section: string): boolean {
  const labels = [...section.matchAll(/\[([^\]]+)\]\([^)]*\)/g)].map(([, label]) => label ?? '');
  const rest = labels.reduce((text, label) => text.replace(label, ''), statement);
  return labels.length > 0 && !/\p{L}{3}/u.test(rest);
}

/**
 * The statements of the active packs that match a question best, each with its citation.
 */
export async function bestPackPassages(
  question: string,
  packs: PackContext | null,
  record: ReadRecord,
  run: Run,
): Promise<readonly FoundPassage[]> {
  if (packs === null || packs.active.length === 0) return [];
  const { sections } = await packs.resolve(question, undefined, run);
  const passages = new Map<string, FoundPassage>();
  for (const section of sections) {
    const statements = readStatements(section.text)
      .statements.map(({ text }) => text)
      .filter((statement) => !isLinks(statement, section.text));
    // A section whose heading answers may say it in other words.
    const best = mostAlike(statements, question) ?? statements[0];
    if (best === undefined || passages.has(best)) continue;
    record.addPackSection(section);
    const text = clip(best, MAX_STATEMENT);
    passages.set(best, { line: `- ${inertLine(escapeMarkdown(text))} [[${section.link}]]`, text, about: section.link });
    if (passages.size >= MAX_PASSAGES) break;
  }
  return [...passages.values()];
}
