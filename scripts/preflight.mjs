// `node scripts/preflight.mjs [FOLDER]`: exits 1 when the community directory's review would find something.
import path from 'node:path';
import { describeProblem, preflight } from './preflight/index.mjs';

const folder = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'));
const problems = preflight(folder);
for (const problem of problems) console.error(describeProblem(problem));
if (problems.length > 0) {
  console.error(`\nPreflight: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}.`);
  process.exit(1);
}
console.log('Preflight: no problems found.');
