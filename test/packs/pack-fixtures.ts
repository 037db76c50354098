import { silentRun } from '../../src/base';
import { estimateTokens, stripInvisible } from '../../src/model';
import { discoverPacks, type Pack, type TextTools } from '../../src/packs';
import { MemoryVault } from '../../src/vault';

export const TOOLS: TextTools = { countTokens: estimateTokens, clean: (text) => stripInvisible(text).text };

/** The front matter of a pack that nothing is wrong with. */
export const FIELDS: Readonly<Record<string, string>> = {
  name: 'acme-product-brief',
  description: 'Bearings and lamps of Acme Marine.',
  type: 'brand-product',
  status: 'ready',
  trust: 'user-confirmed',
  profile: 'wiki-first',
  version: '0.7.2',
  language: 'en',
};

export function guide(fields: Readonly<Record<string, string | null>> = {}, body = '# Guide\n\nFacts only.\n'): string {
  const all = Object.entries({ ...FIELDS, ...fields }).filter(([, value]) => value !== null);
  return `---\n${all.map(([key, value]) => `${key}: ${String(value)}`).join('\n')}\n---\n\n${body}`;
}

/** @param files by path below `acme-product-brief/` */
export function packVault(files: Readonly<Record<string, string>>, folder = 'acme-product-brief'): MemoryVault {
  return new MemoryVault(Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text])));
}

export async function findPacks(vault: MemoryVault, place = '/vault/.agents/knowledge') {
  return discoverPacks([{ kind: 'project', place, vault }], silentRun);
}

export async function onlyPack(files: Readonly<Record<string, string>>): Promise<Pack> {
  const { packs, leftOut } = await findPacks(packVault(files));
  const [pack] = packs;
  if (pack === undefined) throw new Error(`No pack: ${JSON.stringify(leftOut)}`);
  return pack;
}
