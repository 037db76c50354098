import type { Rule } from 'eslint';

export const floors: Readonly<Record<string, readonly string[]>> & { readonly obsidian: readonly string[] };
declare const importBoundaries: Rule.RuleModule;
export default importBoundaries;
