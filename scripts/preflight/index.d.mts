export interface Problem {
  readonly rule: string;
  readonly file: string;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

export const sizeBudget: number;
export function checkBundle(code: string, options?: { maxBytes?: number; file?: string }): Problem[];
export function loadBundle(code: string, options?: { file?: string; isPlugin?: boolean; timeout?: number }): Problem[];
export function checkManifest(files: { manifest: unknown; versions: unknown; packageJson: unknown }): Problem[];
export function checkReadme(text: string, manifest: { name: string }): Problem[];
export function checkLicence(text: string | null): Problem[];
export function checkStyles(text: string): Problem[];
export function hasLookbehind(pattern: string): boolean;
export function describeProblem(problem: Problem): string;
export function preflight(folder: string): Problem[];
