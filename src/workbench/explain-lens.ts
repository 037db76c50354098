import type { LensSummary, Notice } from './types';

/** A value as plain text, and the manifest that states it. */
export interface StatedValue {
  readonly value: string;
  /** Vault-relative path of the manifest; `default` where none states it. */
  readonly from: string;
  /** Title of that manifest; `''` for a default. */
  readonly title: string;
}

/** One effective value of a lens. */
export interface ExplainedField extends StatedValue {
  /** Dotted: `curation.tone`, `lints.max-age-90.severity`. */
  readonly field: string;
  /** What it replaced, nearest first. */
  readonly overrode: readonly StatedValue[];
  /** For a value that is put together: paths of all manifests that added to it, root first. */
  readonly contributors: readonly string[];
  /** The view made a lint weaker than its parent has it. */
  readonly softened: boolean;
}

/** Where everything that a lens says comes from. */
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
