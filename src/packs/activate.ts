import { type Run } from '../base';
import { bodyStartOf } from '../markdown';
import { type Hash } from '../vault';
import { fenceGuide, type PackResource } from './fence';
import { cutBefore } from './sections';
import { listPack, readGuide, resourceKind } from './pack-files';
import { type Pack, type TextTools } from './types';

/** Files that are listed; a resolver finds the others. */
const MAX_LISTED = 100;
const MAX_LISTED_SHORT = 40;
/** A longer path is no help to a reader. UTF-16 units. */
const MAX_PATH = 160;

const KIND_ORDER: readonly PackResource['kind'][] = ['runtime', 'primary', 'document', 'wiki', 'evidence'];

export interface PackGuide {
  readonly pack: string;
  readonly version: string;
  /** Of the pack's `KNOWLEDGE.md`. */
  readonly hash: Hash;
  /** Fenced, with the list of resources. */
  readonly text: string;
}

/**
 * The guide of a pack, with the list of what else it has. None of that is read.
 *
 * @param maxLength UTF-16 units of the guide's own text; the rest is left out, and is said to be
 */
export async function activatePack(
  pack: Pack,
  { clean }: TextTools,
  run: Run,
  maxLength = Number.POSITIVE_INFINITY,
): Promise<PackGuide> {
  const { text, hash } = await readGuide(pack);
  const { item } = pack;
  const resources: PackResource[] = [];
  for (const { path } of (await listPack(pack, run)).files) {
    const kind = resourceKind(path, item.metadata?.primaryDocument);
    if (kind !== null) resources.push({ kind, path });
  }
  // A stable sort: by kind, and within one by path.
  resources.sort((a, b) => KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind));
  const isShort = maxLength !== Number.POSITIVE_INFINITY;
  const listed = resources
    .filter(({ path }) => path.length <= MAX_PATH)
    .slice(0, isShort ? MAX_LISTED_SHORT : MAX_LISTED);
  const whole = clean(text.slice(bodyStartOf(text))).trim();
  const body =
    whole.length <= maxLength
      ? whole
      : `${whole.slice(0, cutBefore(whole, maxLength)).trimEnd()}\n\n(The guide goes on in KNOWLEDGE.md.)`;
  return {
    pack: item.name,
    version: item.version ?? '',
    hash,
    text: fenceGuide(item, body, listed, resources.length - listed.length),
  };
}
