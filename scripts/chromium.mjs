// A browser for the tests of the screens: Debian's Chromium, installed where that can be done without asking anybody.
// Where it cannot, those tests are skipped and say why.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** @returns {string | undefined} the browser of this machine, or the one that the variable CHROMIUM names */
export const findChromium = () => process.env.CHROMIUM || places.find((place) => existsSync(place));

export function installChromium() {
  if (findChromium() !== undefined || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log('Installing Chromium for the tests of the screens …');
  const apt = (...words) =>
    spawnSync('apt-get', words, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 300_000,
    }).status === 0;
  const done = apt('-qq', 'update') && apt('-qq', '-y', '--no-install-recommends', 'install', 'chromium');
  if (!done) console.log('Chromium could not be installed; the tests of the screens are skipped.');
}
