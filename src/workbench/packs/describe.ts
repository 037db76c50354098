import { type Pack } from '../../packs';

const TRUST = {
  unreviewed: 'unreviewed',
  'user-confirmed': 'confirmed by its user',
  official: 'official',
  external: 'external',
} as const;

const SCOPE = {
  project: 'this vault',
  user: 'your home folder',
  organization: 'organization',
  'built-in': 'built in',
} as const;

/** The state of a pack in a few words: `ready, unreviewed, wiki-first, this vault`. */
export function describePackState({ item, scope }: Pick<Pack, 'item' | 'scope'>): string {
  const persona = item.runtime?.mode === 'persona' ? ['persona'] : [];
  return [item.status, TRUST[item.trust ?? 'unreviewed'], item.profile ?? 'wiki-first', ...persona, SCOPE[scope]].join(
    ', ',
  );
}
