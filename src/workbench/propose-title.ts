import { type Run } from '../base';
import { buildUpdate, diffToHunks, type ChangeSet } from '../change';
import { editFrontmatter, escapeMarkdown, scanText } from '../markdown';
import { type Proposal } from '../proposal';
import { aliasPath, findPages, type Page, type Snapshot } from '../wiki';
import { type NameDecision } from '../workspace';
import { proposeChange } from './proposals/propose-change';
import { type WikiSession } from './wiki-session';

/**
 * Proposes the new title for the page of a name that a person renamed. Its slug and file stay, so every link goes on leading there; the
 * old title stays as another name, by which sources still find the page. Call it within `WikiSession.exclusively`.
 * @returns `null` if no page is called so, it has the title already, or another page has it
 */
export async function proposeTitle(session: WikiSession, decision: NameDecision, run: Run): Promise<Proposal | null> {
  if (decision.kind !== 'rename') return null;
  const { snapshot } = session;
  const page = pageCalled(snapshot, decision.name);
  const other = pageCalled(snapshot, decision.to);
  if (page === null || page.title === decision.to || (other !== null && other !== page)) return null;
  const base = await snapshot.text(page.path);
  return base === null ? null : proposeChange(session, titleChange(page, base, decision.to), run);
}

/** The only page with a name, if that is its title. The summary of a source is called as its source is. */
function pageCalled(snapshot: Snapshot, name: string): Page | null {
  const [page, second] = findPages(snapshot, name).pages.filter(({ kind }) => kind !== 'summary');
  return page === undefined || second !== undefined ? null : page;
}

function titleChange(page: Page, base: string, title: string): ChangeSet {
  const reason = `You decided that "${page.title}" is called "${title}".`;
  const after = withTitle(page, base, title);
  const splices = diffToHunks(base, after, page.path, { reason }).map(({ start, end, text, title: what }) => ({
    ...{ start, end, text, title: what, reason },
    evidence: [],
    declares: ['headings' as const],
  }));
  return {
    title: `Rename "${page.title}" to "${title}"`,
    producer: 'manual',
    files: [buildUpdate({ path: page.path, base, splices, why: [reason] })],
    log: { event: 'manual', subject: 'names', bullets: [`${page.path} is called ${title}`] },
    sources: [],
    notes: [],
    facts: {},
  };
}

function withTitle(page: Page, base: string, title: string): string {
  const aliases = aliasPath(page.schema);
  const named = editFrontmatter(base, [
    { op: 'set', path: ['title'], value: title },
    { op: 'drop', path: aliases, value: title },
    { op: 'add', path: aliases, value: page.title },
  ]);
  const heading = scanText(named).headings.find(({ level }) => level === 1);
  if (heading?.text.trim() !== page.title) return named;
  const start = named.indexOf(page.title, heading.start);
  // A heading with markup in it is left to the person.
  if (start < 0 || named.slice(heading.start, start).includes('\n')) return named;
  return named.slice(0, start) + escapeMarkdown(title) + named.slice(start + page.title.length);
}
