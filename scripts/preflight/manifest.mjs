// manifest.json, versions.json and package.json. Sources: Obsidian's "Submission requirements for plugins", "Manifest",
// the validate-manifest rule of eslint-plugin-obsidianmd, and the checks of the community directory's workflow.
import { reportOn } from './report.mjs';

const types = {
  id: 'string',
  name: 'string',
  version: 'string',
  minAppVersion: 'string',
  description: 'string',
  author: 'string',
  isDesktopOnly: 'boolean',
};
const optional = new Set(['authorUrl', 'fundingUrl']);
const plainVersion = /^\d+\.\d+\.\d+$/;
const placeholders = new Set([
  'your name',
  'your-name',
  'author',
  'me',
  'unknown',
  'anonymous',
  'plugin author',
  'obsidian',
]);

/**
 * @param {{ manifest: unknown, versions: unknown, packageJson: unknown }} files parsed
 * @returns {import('./report.mjs').Problem[]}
 */
export function checkManifest({ manifest, versions, packageJson }) {
  const { problems, add } = reportOn('manifest.json');
  if (!isMapping(manifest)) {
    add('manifest-shape', 'Unexpected content, expected one mapping');
    return problems;
  }
  for (const [field, type] of Object.entries(types)) {
    if (typeof manifest[field] !== type || manifest[field] === '') {
      add('manifest-field', `Unexpected ${field} ${JSON.stringify(manifest[field])}, expected a ${type}`);
    }
  }
  for (const field of Object.keys(manifest)) {
    if (!(field in types) && !optional.has(field))
      add('manifest-unknown', `Unexpected field ${field}, expected none of ours`);
  }
  if (problems.length > 0) return problems;
  checkNames(manifest, add);
  checkDescription(manifest, add);
  checkPeople(manifest, add);
  checkVersions(manifest, versions, packageJson, add);
  return problems;
}

function checkNames({ id, name }, add) {
  if (!/^[a-z][a-z-]*$/.test(id)) add('manifest-id', `Unexpected id ${id}, expected lower-case letters and hyphens`);
  for (const word of ['obsidian', 'plugin']) {
    if (id.includes(word)) add('manifest-id', `Unexpected id ${id}, expected one without "${word}"`);
    if (name.toLowerCase().includes(word))
      add('manifest-name', `Unexpected name ${name}, expected one without "${word}"`);
  }
  if (!/^[A-Za-z0-9 ()+-]+$/.test(name)) {
    add(
      'manifest-name',
      `Unexpected name ${name}, expected plain letters, and no signs but hyphen, plus and parentheses`,
    );
  }
  if (/^obsi|dian$/i.test(name)) add('manifest-name', `Unexpected name ${name}, expected no play on the app's name`);
  if (name.length > 50 || (name === name.toUpperCase() && name.length > 1)) {
    add('manifest-name', `Unexpected name ${name}, expected at most 50 letters, not all capitals`);
  }
}

function checkDescription({ description, name }, add) {
  const expect = (holds, expected) => {
    if (!holds) add('manifest-description', `Unexpected description "${description}", expected ${expected}`);
  };
  expect(description.length >= 10 && description.length <= 250, '10 to 250 characters');
  expect(/^[A-Z]/.test(description), 'a capital letter first');
  expect(description.endsWith('.'), 'a full stop last');
  expect(/^[A-Za-z0-9\s.,!?'"-]+$/.test(description), 'plain characters only');
  expect(!/obsidian|plugin/i.test(description), 'neither the app nor "plugin" in it');
  expect(!description.toLowerCase().startsWith(name.toLowerCase()), 'something else than the name first');
}

function checkPeople({ author, authorUrl, fundingUrl }, add) {
  if (placeholders.has(author.trim().toLowerCase()) || /@|https?:/.test(author)) {
    add('manifest-author', `Unexpected author ${author}, expected a name`);
  }
  const urls = [authorUrl, ...(isMapping(fundingUrl) ? Object.values(fundingUrl) : [fundingUrl])];
  for (const url of urls.filter((one) => one !== undefined)) {
    if (typeof url !== 'string' || !/^https:\/\/[^\s]+$/.test(url) || /^https:\/\/(www\.)?obsidian\.md/.test(url)) {
      add('manifest-url', `Unexpected address ${JSON.stringify(url)}, expected one of the author's own, with https`);
    } else if (/^https:\/\/(\d{1,3}\.){3}\d{1,3}([:/]|$)/.test(url)) {
      add('manifest-url', `Unexpected address ${url}, expected a name and no number`);
    }
  }
  if (/^https:\/\/(www\.)?github\.com\/[^/]+\/[^/]/.test(authorUrl ?? '')) {
    add('manifest-url', `Unexpected address ${authorUrl}, expected the author's page and no repository`);
  }
}

function checkVersions(manifest, versions, packageJson, add) {
  const { version, minAppVersion } = manifest;
  for (const [field, value] of Object.entries({ version, minAppVersion })) {
    if (!plainVersion.test(value) || value === '0.0.0') {
      add('manifest-version', `Unexpected ${field} ${value}, expected three numbers such as 1.0.0`);
    }
  }
  if (!isMapping(versions) || versions[version] !== minAppVersion) {
    const found = isMapping(versions) ? JSON.stringify(versions[version]) : 'no mapping';
    add('versions-agree', `Unexpected ${found} for ${version} in versions.json, expected "${minAppVersion}"`);
  }
  for (const [ours, app] of isMapping(versions) ? Object.entries(versions) : []) {
    if (!plainVersion.test(ours) || typeof app !== 'string' || !plainVersion.test(app)) {
      add(
        'versions-shape',
        `Unexpected entry ${ours} in versions.json, expected a version and the app version it needs`,
      );
    }
  }
  if (!isMapping(packageJson) || packageJson.version !== version) {
    const found = isMapping(packageJson) ? packageJson.version : undefined;
    add('package-agrees', `Unexpected version ${found} in package.json, expected ${version}`);
  }
  if (isMapping(packageJson) && (typeof packageJson.license !== 'string' || packageJson.license === 'UNLICENSED')) {
    add('package-licence', `Unexpected license ${packageJson.license} in package.json, expected the one in LICENSE`);
  }
}

function isMapping(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
