// `node scripts/release-notes.mjs VERSION`: prints the section of CHANGELOG.md for a version. Exits 1 where the section is
// missing or empty, or where manifest.json, package.json or versions.json name another version.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name) => readFileSync(path.join(root, name), 'utf8');

/**
 * @param {string} changelog in the format of Keep a Changelog
 * @param {string} version without a `v`
 * @returns {string | null} the section's text without its heading; `null` where there is none or it says nothing
 */
export function releaseNotes(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.startsWith(`[${version}]`));
  const notes =
    section
      ?.slice(section.indexOf('\n') + 1)
      .replace(/^\[[^\]]+\]: .*$/gm, '')
      .trim() ?? '';
  return notes === '' ? null : notes;
}

function main(version = '') {
  const manifest = JSON.parse(read('manifest.json'));
  const problems = [];
  for (const [file, found] of [
    ['manifest.json', manifest.version],
    ['package.json', JSON.parse(read('package.json')).version],
  ]) {
    if (found !== version) problems.push(`${file} has version ${found}, and the tag is ${version || 'missing'}.`);
  }
  if (JSON.parse(read('versions.json'))[version] !== manifest.minAppVersion) {
    problems.push(`versions.json does not map ${version} to ${manifest.minAppVersion}.`);
  }
  const notes = releaseNotes(read('CHANGELOG.md'), version);
  if (notes === null) problems.push(`CHANGELOG.md has no section "## [${version}]" with text.`);
  if (problems.length > 0) {
    console.error(problems.join('\n'));
    process.exit(1);
  }
  console.log(notes);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv[2]);
