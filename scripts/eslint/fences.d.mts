import type { Rule } from 'eslint';

export const floors: Readonly<Record<string, readonly string[]>> & { readonly obsidian: readonly string[] };
declare const fences: Rule.RuleModule;
export default fences;
