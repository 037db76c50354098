import { type GoverningChange, type WikiLintInput } from './types';

/** The documentation of a rule, in `rules/<id>.docs.ts`. `scripts/lint-docs.mjs` prints it, and the tests run its examples. */
export interface RuleDocs {
  /** What the rule looks for. */
  readonly what: string;
  /** Why that matters to the reader of the wiki. */
  readonly why: string;
  /** The `params` of a manifest's lint: name and meaning. */
  readonly params?: Readonly<Record<string, string>>;
  readonly examples: readonly RuleExample[];
}

interface RuleExample {
  readonly name: string;
  /** Path to text. The tests add a minimal `KNOWLEDGE.md` and the source `sources/a.md` unless they are given. */
  readonly files: Readonly<Record<string, string>>;
  /** What the host reports as changed since it was confirmed. */
  readonly changes?: readonly GoverningChange[];
  /** Sources that have expired. */
  readonly expired?: WikiLintInput['expired'];
  /** `path:line` of each expected finding of this rule. */
  readonly finds: readonly string[];
  /** For rules with a fix: the texts after it, by the path that they have then. */
  readonly fixed?: Readonly<Record<string, string>>;
}
