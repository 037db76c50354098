import { type ChangeSet } from '../../change';
import { type Proposal } from '../../proposal';
import { mergeManifests, type Lens } from '../../workspace';

/**
 * The lens through which a curator reads a source for the wiki. A view says how to read: tone, depth, which names get a page,
 * and entity types. Everything else, such as the conflict policy, lints and governance, decides what is written and stays
 * the wiki's own.
 *
 * @param root the wiki's own lens
 */
export function readingLens(root: Lens, view: Lens): Lens {
  if (view.isRoot) return root;
  const { tone, depth, newEntryThreshold } = view.effective.curation;
  const curation = {
    ...root.effective.curation,
    ...(tone !== undefined && { tone }),
    ...(depth !== undefined && { depth }),
    ...(newEntryThreshold !== undefined && { newEntryThreshold }),
  };
  const { entityTypes } = mergeManifests(root.effective, view.effective);
  return { ...root, effective: { ...root.effective, curation, entityTypes } };
}

/** Notes in the log, for the reviewer and in the facts that a source was read through a view. */
export function withLens(changeSet: ChangeSet, view: Lens): ChangeSet {
  if (view.isRoot) return changeSet;
  const { log, notes, facts } = changeSet;
  const { name } = view;
  return {
    ...changeSet,
    log: { ...log, bullets: [...log.bullets, `Lens: ${name}`] },
    notes: [`It was read through the lens ${name} (${view.path}).`, ...notes],
    facts: { ...facts, lens: view.path },
  };
}

/** Whether a proposal was made through a lens. */
export function isReadThrough({ changeSet }: Proposal, { isRoot, path }: Lens): boolean {
  const { lens } = changeSet.facts;
  return isRoot ? lens === undefined : lens === path;
}
