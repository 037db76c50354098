// Runs the checks of the community directory's review before a submission.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkBundle } from './bundle.mjs';
import { loadBundle } from './load.mjs';
import { checkManifest } from './manifest.mjs';
import { checkLicence, checkReadme } from './readme.mjs';
import { reportOn } from './report.mjs';
import { checkStyles } from './styles.mjs';

export { checkBundle, sizeBudget } from './bundle.mjs';
export { loadBundle } from './load.mjs';
export { checkManifest } from './manifest.mjs';
export { checkLicence, checkReadme } from './readme.mjs';
export { hasLookbehind } from './regexp.mjs';
export { describeProblem } from './report.mjs';
export { checkStyles } from './styles.mjs';

/**
 * Judges a repository with its built `main.js`.
 * @param {string} folder
 * @returns {import('./report.mjs').Problem[]}
 */
export function preflight(folder) {
  const text = (name) => {
    const file = path.join(folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : null;
  };
  const problems = [];
  const needed = (name, check) => {
    const found = text(name);
    if (found !== null) return check(found);
    const report = reportOn(name);
    report.add('file-missing', 'The file is missing from the root of the repository.');
    return report.problems;
  };
  const json = (name) => {
    try {
      return JSON.parse(text(name) ?? 'null');
    } catch {
      return null;
    }
  };
  const manifest = json('manifest.json');
  problems.push(...checkManifest({ manifest, versions: json('versions.json'), packageJson: json('package.json') }));
  problems.push(...needed('README.md', (readme) => checkReadme(readme, { name: manifest?.name })));
  problems.push(...checkLicence(text('LICENSE')));
  problems.push(...needed('styles.css', checkStyles));
  problems.push(...needed('main.js', (code) => [...checkBundle(code), ...loadBundle(code)]));
  return problems;
}
