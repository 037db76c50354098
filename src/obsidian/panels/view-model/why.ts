import { type ExplainedField, type LensExplanation, type StatedValue } from '../../../workbench';

/** One field of a lens, as the table and the answer show it. */
export interface WhyRow {
  readonly field: string;
  /** Plain text; `''` for an empty one. */
  readonly value: string;
  /** Names of the manifests that state it, root first; empty where none does. */
  readonly from: readonly string[];
  /** What it replaced, nearest first. */
  readonly insteadOf: readonly { readonly value: string; readonly from: string }[];
  /** Names of manifests further up that say the same. */
  readonly alsoIn: readonly string[];
  readonly softened: boolean;
  /** Put together out of what several manifests say. */
  readonly merged: boolean;
}

type Chain = LensExplanation['chain'];

/** The name by which the chain shows the manifest at a path. */
function nameIn(chain: Chain): (stated: Pick<StatedValue, 'from' | 'title'>) => string {
  const names = new Map(chain.map(({ path, name }) => [path, name]));
  return ({ from, title }) => names.get(from) ?? (title === '' ? from : title);
}

export function whyRows({ chain, fields }: Pick<LensExplanation, 'chain' | 'fields'>): readonly WhyRow[] {
  const nameOf = nameIn(chain);
  return fields.map((field) => ({
    field: field.field,
    value: field.value,
    from: sourcesOf(field).map(nameOf),
    insteadOf: field.overrode
      .filter(({ value }) => value !== field.value)
      .map((stated) => ({ value: stated.value, from: nameOf(stated) })),
    alsoIn: field.overrode.filter(({ value }) => value === field.value).map(nameOf),
    softened: field.softened,
    merged: field.contributors.length > 1,
  }));
}

function sourcesOf({ from, title, contributors }: ExplainedField): readonly Pick<StatedValue, 'from' | 'title'>[] {
  if (contributors.length > 1) return contributors.map((path) => ({ from: path, title: '' }));
  return from === 'default' ? [] : [{ from, title }];
}

/** Rows in which every word of the filter stands, in the field, a value or the name of a manifest. */
export function filterWhy(rows: readonly WhyRow[], filter: string): readonly WhyRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = whyText(row).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function whyText({ field, value, from, insteadOf }: WhyRow): string {
  return [field, value, ...from, ...insteadOf.flatMap((other) => [other.value, other.from])].join('\n');
}

/** What every manifest says of itself; it differs along any chain. */
const OWN_FIELDS = new Set(['appliesTo', 'description', 'extends', 'name', 'title', 'version']);

/**
 * What a person most likely came for first: what the views of the chain changed, then the rest, then what manifests say
 * of themselves; each in the order of the fields.
 */
export function changedFirst(rows: readonly WhyRow[]): readonly WhyRow[] {
  const rank = ({ field, insteadOf, softened, merged }: WhyRow): number => {
    if (OWN_FIELDS.has(field.split(/[.[]/, 1)[0] ?? '')) return 2;
    return insteadOf.length > 0 || softened || merged ? 0 : 1;
  };
  return [...rows].sort((a, b) => rank(a) - rank(b));
}
