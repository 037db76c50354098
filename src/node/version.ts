import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The version of this program, as the package that it was installed from names it; `unknown` without one. */
export function version(): string {
  for (let folder = path.dirname(fileURLToPath(import.meta.url)); ; folder = path.dirname(folder)) {
    const file = path.join(folder, 'package.json');
    if (existsSync(file)) {
      const data: unknown = JSON.parse(readFileSync(file, 'utf8'));
      const named = typeof data === 'object' && data !== null && 'version' in data ? data.version : undefined;
      return typeof named === 'string' ? named : 'unknown';
    }
    if (folder === path.dirname(folder)) return 'unknown';
  }
}
