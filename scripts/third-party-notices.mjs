// Writes THIRD-PARTY-NOTICES: the licences of the packages whose code is in our bundles. `--check` fails when it is stale.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { cliBuild, modulesBuild, reviewBuild, serverBuild, root } from './build/options.mjs';

const FILE = path.join(root, 'THIRD-PARTY-NOTICES');

/** Code that a package has taken in from elsewhere without its licence beside it. */
const INCLUDED = {
  unpdf: 'Contains pdf.js (https://github.com/mozilla/pdf.js), Apache-2.0; that licence is printed above for openai.',
};

/** @returns {Promise<string[]>} the folders of the packages that are in the plugin, the command line, the server or its page */
async function bundledPackages() {
  const folders = new Set();
  const programs = [modulesBuild('main.js'), cliBuild('cli.mjs'), serverBuild('server.mjs'), reviewBuild('review')];
  for (const options of programs) {
    const { metafile } = await build({ ...options, metafile: true, write: false });
    for (const output of Object.values(metafile.outputs)) {
      for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
        // The innermost package, where one brings another along.
        const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input.replaceAll('\\', '/'))?.[0];
        if (folder !== undefined && bytesInOutput > 0) folders.add(folder.replace(/^.*?(?=node_modules\/)/, ''));
      }
    }
  }
  return [...folders].sort();
}

/** @param {string} folder */
function noticeOf(folder) {
  const place = path.join(root, folder);
  const { name, version, license } = JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8'));
  const files = readdirSync(place)
    .filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file))
    .sort();
  const texts = files.map((file) => readFileSync(path.join(place, file), 'utf8').replace(/\r\n?/g, '\n').trim());
  if (Object.hasOwn(INCLUDED, name)) texts.push(INCLUDED[name]);
  const text = texts.length > 0 ? texts.join('\n\n') : 'The package has no file with the text of its licence.';
  return `${'='.repeat(80)}\n${name} ${version} (${license})\n${'='.repeat(80)}\n\n${text}\n`;
}

/** @returns {Promise<string>} what THIRD-PARTY-NOTICES has to hold */
export async function thirdPartyNotices() {
  const notices = (await bundledPackages()).map(noticeOf);
  return `Living Wiki contains code of the following packages.\n\n${notices.join('\n')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = await thirdPartyNotices();
  if (!process.argv.includes('--check')) writeFileSync(FILE, text);
  else if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== text) {
    console.error('THIRD-PARTY-NOTICES is stale. Run: node scripts/third-party-notices.mjs');
    process.exitCode = 1;
  }
}
