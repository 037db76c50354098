import { type Pack } from '../../packs';

const TRUST = {
  unreviewed: 'unreviewed',
  'user-confirmed': 'confirmed by its user',
  official: 'official',
  external: 'external',
} as const;

const CONTENT = { 'wiki-first': 'wiki', 'document-first': 'documents', hybrid: 'documents and wiki' } as const;

const SCOPE = {
  project: 'in this vault',
  user: 'in your home folder',
  organization: 'of the organization',
  'built-in': 'built in',
} as const;

/** The state of a pack in a few words: `ready, trust: unreviewed, content: wiki, in this vault`. */
export function describePackState({ item, scope }: Pick<Pack, 'item' | 'scope'>): string {
  const trust = `trust: ${TRUST[item.trust ?? 'unreviewed']}`;
  const content = `content: ${CONTENT[item.profile ?? 'wiki-first']}`;
  const persona = item.runtime?.mode === 'persona' ? ['persona'] : [];
  return [item.status, trust, content, ...persona, SCOPE[scope]].join(', ');
}
