import { type Run } from '../base';
import { inaccessibleFiles } from './inaccessible-files';
import { openQuestions } from './questions';
import { markCopies } from './sources/copies';
import { sourceStates } from './sources/source-state';
import { unconfirmedChanges } from './trust/confirmation';
import { toNotice } from './trust/describe-change';
import { type Notice, type WikiStatus } from './types';
import { type WikiSession } from './wiki-session';
import { type Lens } from '../workspace';

/** What the wiki holds, what is new in it, and what a person should look at. */
export async function status(session: WikiSession, run: Run): Promise<WikiStatus> {
  const { snapshot, lens, host, recovered, notices } = session;
  const proposals = await session.waitingProposals();
  const questions = await openQuestions(session, run);
  const states = markCopies(await sourceStates(snapshot, run), proposals);
  const copies = states.flatMap(({ source, of }) => (of ? [{ path: source.path, of: of.path }] : []));
  const waitingCopies = states.filter(({ of }) => of?.isIngested === false).length;
  const pathsIn = (state: string): string[] => states.filter((s) => s.state === state).map((s) => s.source.path);
  const [pending, changed] = [pathsIn('pending'), pathsIn('changed')];
  const inaccessible: Notice[] = (await inaccessibleFiles(session, run)).map(({ path, reason }) => ({
    code: 'living-wiki:path_refused',
    message: reason,
    at: path,
  }));
  const { deletedPages } = await import('./deleted-pages');
  const { retentionNotices } = await import('./retention');
  const { incompleteCoverage } = await import('./coverage/source-coverage');
  const lenses = await session.lenses(run);
  const changes = await unconfirmedChanges(session, lenses);
  const { name, title, version } = lens.effective;
  return {
    wiki: { root: host.root, name, title, version },
    pages: snapshot.pages.size,
    sources: {
      total: states.length,
      ingested: states.length - pending.length - changed.length - waitingCopies,
      pending,
      changed,
      copies,
    },
    coverage: await incompleteCoverage(
      session,
      states.filter(({ state }) => state === 'ingested'),
    ),
    proposals: proposals.map(({ id, changeSet }) => ({ id, title: changeSet.title, files: changeSet.files.length })),
    questions: questions.length,
    deleted: await deletedPages(session),
    recovered,
    warnings: [
      ...lensWarnings(lenses),
      ...changes.map(toNotice),
      ...notices,
      ...(await retentionNotices(session)),
      ...inaccessible,
    ],
  };
}

/** The warnings of the wiki's own lens, and the views that cannot be used, or not with their parents; each once. */
function lensWarnings(lenses: readonly Lens[]): readonly Notice[] {
  const warnings = lenses.flatMap(({ isRoot, warnings: all, broken, refused, path, unreadable = [] }): Notice[] => {
    const refusal = refused ? [{ code: refused.code, message: refused.message, at: path }] : [];
    return isRoot ? [...all, ...unreadable] : [...(broken ? [broken] : []), ...refusal];
  });
  return [...new Map(warnings.map((warning) => [`${warning.at}\n${warning.message}`, warning])).values()];
}
