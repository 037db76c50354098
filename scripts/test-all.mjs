// `npm run test:all [-- PATTERN]`: every check, two builds compared, every test (or those that match); the last line counts.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installChromium } from './chromium.mjs';
import { checks, commandOf, root, runChecks } from './checks.mjs';
import { fetchWeakModel } from './weak-model.mjs';

const counts = { passed: 0, failed: 0, skipped: 0 };
let secondTries = 0;
const all = [...checks, { name: 'build twice', command: [path.join(root, 'scripts', 'build-twice.mjs')] }];
counts.failed = (await runChecks(all)).length;
counts.passed = all.length - counts.failed;

// Where these cannot be had, their tests are skipped.
installChromium();
if (process.argv.length === 2) await fetchWeakModel();

const folder = mkdtempSync(path.join(tmpdir(), 'living-wiki-tests-'));
const outputFile = path.join(folder, 'jest.json');
const jest = spawnSync(
  process.execPath,
  [commandOf('jest'), '--ci', '--json', `--outputFile=${outputFile}`, ...process.argv.slice(2)],
  {
    cwd: root,
    // The report goes to standard error; the JSON is read from the file.
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);
if (existsSync(outputFile)) {
  const result = JSON.parse(readFileSync(outputFile, 'utf8'));
  counts.passed += result.numPassedTests;
  counts.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
  counts.skipped += result.numPendingTests + result.numTodoTests;
  for (const { name, assertionResults } of result.testResults) {
    for (const { status, fullName, invocations } of assertionResults) {
      const test = `${path.relative(root, name)}  ${fullName}`;
      if (status === 'pending') console.log(`skipped  ${test}`);
      if (status === 'passed' && invocations > 1) {
        secondTries++;
        console.log(`passed at a second try  ${test}`);
      }
    }
  }
} else {
  counts.failed++;
}
if (jest.status !== 0 && counts.failed === 0) counts.failed++;
rmSync(folder, { recursive: true });

if (secondTries > 0) console.log(`${secondTries} of the tests that passed needed a second try.`);
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed === 0 ? 0 : 1);
