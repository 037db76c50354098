// `npm run check [NAME…]`: types, lint, circles, styles, formatting, build, preflight; all of them, or only those that you name.
import { checks, runChecks } from './checks.mjs';

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(`Unknown check: ${unknown.join(', ')}. Choose from ${checks.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
const chosen = checks.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const failed = await runChecks(chosen);
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}.`);
  process.exit(1);
}
