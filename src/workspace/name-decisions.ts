import { isMapping, type JsonValue } from '../base';
import { type Manifest } from './types';

/** What a person decided about a name: it gets no page, it always gets one, it means another name, or its page has another title. */
export type NameDecision =
  | { readonly kind: 'never'; readonly name: string }
  | { readonly kind: 'always'; readonly name: string }
  | { readonly kind: 'same'; readonly name: string; readonly as: string }
  | { readonly kind: 'rename'; readonly name: string; readonly to: string };

/** UTF-16 units of a name. */
const MAX_NAME_LENGTH = 120;
/** Names that are read; a manifest may come from somebody else. */
const MAX_NAMES = 5_000;

/** A name for comparison: without case, accents of spelling, and the difference between spaces, hyphens and underscores. */
export function nameKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/gu, ' ')
    .trim();
}

/**
 * The list `metadata.living-wiki.names` of the wiki's manifest: `{never: X}`, `{always: X}`, `{same: X, as: Y}` or `{rename: X, to: Y}`. Of two entries for one
 * name, the last counts. Views decide nothing about names.
 *
 * @returns `null` for entries that are not valid, which the rule `manifest-lint` reports
 */
export function readNameList({ metadata }: Pick<Manifest, 'metadata'>): readonly (NameDecision | null)[] {
  const own = Object.hasOwn(metadata, 'living-wiki') ? metadata['living-wiki'] : undefined;
  const list = isMapping(own) && Object.hasOwn(own, 'names') ? own.names : undefined;
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) return [null];
  return list.slice(0, MAX_NAMES).map((entry: unknown) => readEntry(entry));
}

function readEntry(entry: unknown): NameDecision | null {
  if (!isMapping(entry)) return null;
  const text = (key: string): string => cleanName(Object.hasOwn(entry, key) ? entry[key] : undefined);
  const [never, always, same, rename] = [text('never'), text('always'), text('same'), text('rename')];
  if ([never, always, same, rename].filter((name) => name !== '').length !== 1) return null;
  if (never !== '') return { kind: 'never', name: never };
  if (always !== '') return { kind: 'always', name: always };
  const [name, other] = same === '' ? [rename, text('to')] : [same, text('as')];
  if (other === '' || other === name || (same !== '' && nameKey(name) === nameKey(other))) return null;
  return same === '' ? { kind: 'rename', name, to: other } : { kind: 'same', name, as: other };
}

/** One line without invisible characters; `''` for what is no name. */
export function cleanName(value: unknown): string {
  if (typeof value !== 'string') return '';
  const name = value
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return name.length <= MAX_NAME_LENGTH ? name : '';
}

/** A decision as the manifest has it. */
export function nameEntry(decision: NameDecision): JsonValue {
  const { name } = decision;
  if (decision.kind === 'never') return { never: name };
  if (decision.kind === 'always') return { always: name };
  return decision.kind === 'same' ? { same: name, as: decision.as } : { rename: name, to: decision.to };
}

/** What is decided about names, for those who make pages. */
export interface NameDecisions {
  readonly list: readonly NameDecision[];
  /** Whether a name gets no page. */
  isRefused(name: string): boolean;
  /** Whether a name gets a page as soon as a source says something about it. */
  isWanted(name: string): boolean;
  /** The name under which a page is made or found: follows "same as" and "rename to". */
  titleFor(name: string): string;
}

/**
 * Reads what a person decided about names.
 * @param further decisions for one source only, which count before those of the manifest
 */
export function nameDecisions(
  manifest: Pick<Manifest, 'metadata'>,
  further: readonly NameDecision[] = [],
): NameDecisions {
  const byKey = new Map<string, NameDecision>();
  for (const decision of [...readNameList(manifest), ...further]) {
    if (decision !== null) byKey.set(nameKey(decision.name), decision);
  }
  const titleFor = (name: string): string => {
    let title = name;
    for (const seen = new Set<string>(); !seen.has(nameKey(title));) {
      const decision = byKey.get(nameKey(title));
      if (decision === undefined || decision.kind === 'never' || decision.kind === 'always') break;
      seen.add(nameKey(title));
      title = decision.kind === 'same' ? decision.as : decision.to;
    }
    return title;
  };
  return {
    list: [...byKey.values()],
    titleFor,
    isRefused: (name) => [name, titleFor(name)].some((each) => byKey.get(nameKey(each))?.kind === 'never'),
    isWanted: (name) => [name, titleFor(name)].some((each) => byKey.get(nameKey(each))?.kind === 'always'),
  };
}
