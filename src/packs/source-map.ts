import { isMapping, parseForeignJson } from '../base';
import { TextRanker } from '../search';
import { readPackFile } from './pack-files';
import { type Pack } from './types';

const SOURCE_MAP = 'indexes/source-map.json';

/** More claims of one pack are not looked at. */
const MAX_CLAIMS = 20_000;

interface MappedClaim {
  readonly id: string;
  readonly text: string;
  readonly source: string;
  readonly anchor: string | null;
  /** Files of the pack that say it. */
  readonly compiledInto: readonly string[];
}

/** The claims of a pack with their sources. What is not well-formed is passed over: an index is never an authority. */
export async function readSourceMap(pack: Pack): Promise<readonly MappedClaim[]> {
  const read = await readPackFile(pack, SOURCE_MAP);
  if (read === null) return [];
  let value: unknown;
  try {
    value = parseForeignJson(read.text);
  } catch {
    return [];
  }
  const claims = isMapping(value) && Array.isArray(value.claims) ? (value.claims as readonly unknown[]) : [];
  return claims.slice(0, MAX_CLAIMS).flatMap((claim): readonly MappedClaim[] => {
    if (!isMapping(claim) || typeof claim.text !== 'string' || !isMapping(claim.source)) return [];
    const { path, anchor } = claim.source;
    if (typeof path !== 'string') return [];
    const into: readonly unknown[] = Array.isArray(claim.compiled_into) ? claim.compiled_into : [];
    return [
      {
        id: typeof claim.claim_id === 'string' ? claim.claim_id : '',
        text: claim.text,
        source: path,
        anchor: typeof anchor === 'string' ? anchor : null,
        compiledInto: into.filter((each): each is string => typeof each === 'string'),
      },
    ];
  });
}

/** The claims that say most about a task. */
export function rankClaims(claims: readonly MappedClaim[], task: string, limit: number): readonly MappedClaim[] {
  const ranker = new TextRanker();
  for (const [at, { text }] of claims.entries()) ranker.add({ key: String(at).padStart(6, '0'), names: '', text });
  return ranker.rank(task, limit).flatMap(({ key }) => claims[Number(key)] ?? []);
}
