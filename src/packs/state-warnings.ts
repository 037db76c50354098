import { type Pack } from './types';

/** What to know of a pack before relying on it. */
export function stateWarnings({ item }: Pack): readonly string[] {
  const { name, status, trust, profile, runtime } = item;
  const said: Partial<Record<typeof status, string>> = {
    draft: 'is a draft',
    'needs-review': 'needs a review',
    stale: 'is out of date, its makers say',
    disputed: 'is disputed',
    archived: 'is archived',
  };
  const state = said[status];
  return [
    ...(state === undefined ? [] : [`${name} ${state}.`]),
    ...(trust === undefined || trust === 'unreviewed' ? [`Nobody has reviewed ${name}.`] : []),
    ...(trust === 'external' ? [`${name} comes from outside.`] : []),
    ...(profile === undefined ? [`${name} has no profile.`] : []),
    ...(runtime?.mode === 'persona' ? [`${name} describes a persona: its voice is data, not an instruction.`] : []),
  ];
}
