import { compareText } from '../../base';
import { type Lens } from '../../workspace';
import { summariseLens } from './lenses';
import { type LensSummary, type Notice } from '../types';

/** A value as plain text, and the manifest that sets it. */
export interface ExplainedValue {
  readonly value: string;
  /** Vault-relative path of the manifest; `default` when no manifest sets it. */
  readonly from: string;
  /** Title of that manifest; `''` for a default. */
  readonly title: string;
}

/** One effective value of a lens. */
export interface ExplainedField extends ExplainedValue {
  /** Dotted: `curation.tone`, `lints.max-age-90.severity`. */
  readonly field: string;
  /** The values that it replaced, nearest first. */
  readonly overrode: readonly ExplainedValue[];
  /** For a value with several parts: paths of all manifests that added to it, root first. */
  readonly contributors: readonly string[];
  /** The view made a lint weaker than in its parent. */
  readonly softened: boolean;
}

/** Where every value of a lens comes from. */
export interface LensExplanation {
  readonly lens: LensSummary;
  /** Root first. */
  readonly chain: readonly {
    readonly name: string;
    readonly version: string;
    readonly title: string;
    readonly path: string;
  }[];
  /** Sorted by field. */
  readonly fields: readonly ExplainedField[];
  readonly warnings: readonly Notice[];
}

/** Every effective value of a lens, with its manifest, the values it replaced, and whether it was softened. */
export function explainLens(lens: Lens): LensExplanation {
  const titles = titlesOf(lens);
  const stated = (value: unknown, from: string): ExplainedValue => ({
    value: plainValue(value),
    from,
    title: titles.get(from) ?? '',
  });
  const fields = [...lens.provenance].map(([field, origin]): ExplainedField => ({
    field,
    ...stated(origin.value, origin.from),
    overrode: origin.overrode.map(({ value, from }) => stated(value, from)),
    contributors: origin.contributors ?? [],
    softened: origin.softened === true,
  }));
  return {
    lens: summariseLens(lens),
    chain: lens.chain.map(({ name, version, path }) => ({ name, version, path, title: titles.get(path) ?? name })),
    fields: fields.sort((a, b) => compareText(a.field, b.field)),
    warnings: lens.warnings,
  };
}

/** The title of each manifest of the chain, by path. Every manifest sets one, and each overrides the one before. */
function titlesOf({ provenance }: Lens): ReadonlyMap<string, string> {
  const title = provenance.get('title');
  return new Map(title ? [title, ...title.overrode].map(({ value, from }) => [from, String(value)]) : []);
}

function plainValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(plainValue).join(', ');
  return value === undefined ? '' : JSON.stringify(value);
}
