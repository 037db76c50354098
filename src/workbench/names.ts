import { WikiError, type Run } from '../base';
import { type FrontmatterEdit } from '../markdown';
import { cleanName, nameDecisions, nameEntry, nameKey, type NameDecision } from '../workspace';
import { changeManifest } from './manifest-change';
import { proposeTitle } from './propose-title';
import { type WikiSession } from './wiki-session';

const LIST = ['metadata', 'living-wiki', 'names'];

/** What a change of the list of names did. */
export interface NamesChange {
  readonly names: readonly NameDecision[];
  /** The transaction, to undo it; `null` if nothing changed. */
  readonly transaction: string | null;
  /** Proposals that give pages the titles that were decided. */
  readonly proposals: readonly string[];
}

/** What a person decided about names, in the order of the manifest. */
function listNames({ snapshot }: WikiSession): readonly NameDecision[] {
  return nameDecisions(snapshot.manifest).list;
}

/**
 * Records what a person decided about names, in `metadata.living-wiki.names` of the manifest, as one transaction. A decision
 * replaces an earlier one about the same name. Every other byte of the manifest stays. The page of a name that is renamed gets its title by a
 * proposal.
 * @throws WikiError `living-wiki:name_invalid`, `living-wiki:frontmatter_unreadable`
 */
export function decideNames(session: WikiSession, decisions: readonly NameDecision[], run: Run): Promise<NamesChange> {
  const clean = decisions.map(checkDecision);
  const what = clean.map(describeName).join(', ');
  return changeNames(session, { what, decisions: clean }, run, (known) => {
    const isKnown = (decision: NameDecision): boolean =>
      known.some((other) => describeName(other) === describeName(decision));
    const changed = clean.filter((decision) => !isKnown(decision));
    return [
      ...known
        .filter(({ name }) => changed.some((decision) => nameKey(decision.name) === nameKey(name)))
        .map((decision) => ({ op: 'drop' as const, path: LIST, value: nameEntry(decision) })),
      ...changed.map((decision) => ({ op: 'add' as const, path: LIST, value: nameEntry(decision) })),
    ];
  });
}

/** Forgets what was decided about a name. @throws WikiError `living-wiki:name_unknown` */
export function forgetName(session: WikiSession, name: string, run: Run): Promise<NamesChange> {
  return changeNames(session, { what: `forgot ${cleanName(name)}`, decisions: [] }, run, (known) => {
    const found = known.filter((decision) => nameKey(decision.name) === nameKey(name));
    if (found.length > 0) {
      return found.map((decision) => ({ op: 'drop', path: LIST, value: nameEntry(decision) }));
    }
    throw new WikiError('living-wiki:name_unknown', `No decision about "${name.slice(0, 120)}" is stored.`, {
      remedy: 'List the names to see the decisions.',
    });
  });
}

/** For the log: `never Table of contents`, `TAS is Topology Aware Scheduling`. */
function describeName(decision: NameDecision): string {
  if (decision.kind === 'never' || decision.kind === 'always') return `${decision.kind} ${decision.name}`;
  return decision.kind === 'same' ? `${decision.name} is ${decision.as}` : `${decision.name} becomes ${decision.to}`;
}

function checkDecision(decision: NameDecision): NameDecision {
  const name = cleanName(decision.name);
  const other = otherName(decision);
  const isSame = other !== null && (decision.kind === 'same' ? nameKey(other) === nameKey(name) : other === name);
  if (name === '' || other === '' || isSame) {
    throw new WikiError(
      'living-wiki:name_invalid',
      `This decision about "${decision.name.slice(0, 120)}" is not valid.`,
      {
        remedy: isSame ? 'Give two different names.' : 'Give names of 1 to 120 characters, on one line.',
      },
    );
  }
  if (decision.kind === 'never' || decision.kind === 'always') return { kind: decision.kind, name };
  return decision.kind === 'same' ? { kind: 'same', name, as: other ?? '' } : { kind: 'rename', name, to: other ?? '' };
}

/** The second name of a decision; `null` if it has none. */
function otherName(decision: NameDecision): string | null {
  if (decision.kind === 'same') return cleanName(decision.as);
  return decision.kind === 'rename' ? cleanName(decision.to) : null;
}

function changeNames(
  session: WikiSession,
  { what, decisions }: { readonly what: string; readonly decisions: readonly NameDecision[] },
  run: Run,
  editsFor: (known: readonly NameDecision[]) => readonly FrontmatterEdit[],
): Promise<NamesChange> {
  return session.exclusively(run, async (writer) => {
    const edits = editsFor(listNames(session));
    const change = { title: `Decide about names: ${what}`, subject: 'names', what, edits };
    const transaction = await changeManifest(session, writer, change, run);
    const proposals: string[] = [];
    for (const decision of decisions) {
      const proposal = await proposeTitle(session, decision, run);
      if (proposal !== null) proposals.push(proposal.id);
    }
    return { names: listNames(session), transaction, proposals };
  });
}
