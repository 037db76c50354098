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
    add('manifest-shape', 'The manifest is not a JSON object.');
    return problems;
  }
  for (const [field, type] of Object.entries(types)) {
    if (typeof manifest[field] !== type || manifest[field] === '') {
      add('manifest-field', `"${field}" is ${JSON.stringify(manifest[field])}; it must be a ${type}.`);
    }
  }
  for (const field of Object.keys(manifest)) {
    if (!(field in types) && !optional.has(field)) add('manifest-unknown', `"${field}" is not a field of a manifest.`);
  }
  if (problems.length > 0) return problems;
  checkNames(manifest, add);
  checkDescription(manifest, add);
  checkPeople(manifest, add);
  checkVersions(manifest, versions, packageJson, add);
  return problems;
}

function checkNames({ id, name }, add) {
  if (!/^[a-z][a-z-]*$/.test(id)) add('manifest-id', `The id "${id}" may contain only lower-case letters and hyphens.`);
  for (const word of ['obsidian', 'plugin']) {
    if (id.includes(word)) add('manifest-id', `The id "${id}" must not contain "${word}".`);
    if (name.toLowerCase().includes(word)) add('manifest-name', `The name "${name}" must not contain "${word}".`);
  }
  if (!/^[A-Za-z0-9 ()+-]+$/.test(name)) {
    add(
      'manifest-name',
      `The name "${name}" may contain only letters, digits, spaces, hyphens, plus signs and parentheses.`,
    );
  }
  if (/^obsi|dian$/i.test(name)) add('manifest-name', `The name "${name}" must not resemble the name of the app.`);
  if (name.length > 50 || (name === name.toUpperCase() && name.length > 1)) {
    add('manifest-name', `The name "${name}" must have at most 50 characters and not be all capitals.`);
  }
}

function checkDescription({ description, name }, add) {
  const expect = (holds, rule) => {
    if (!holds) add('manifest-description', `The description "${description}" ${rule}.`);
  };
  expect(description.length >= 10 && description.length <= 250, 'must have 10 to 250 characters');
  expect(/^[A-Z]/.test(description), 'must start with a capital letter');
  expect(description.endsWith('.'), 'must end with a full stop');
  expect(/^[A-Za-z0-9\s.,!?'"-]+$/.test(description), 'may contain only plain characters');
  expect(!/obsidian|plugin/i.test(description), 'must contain neither the name of the app nor "plugin"');
  expect(!description.toLowerCase().startsWith(name.toLowerCase()), 'must not start with the name of the plugin');
}

function checkPeople({ author, authorUrl, fundingUrl }, add) {
  if (placeholders.has(author.trim().toLowerCase()) || /@|https?:/.test(author)) {
    add('manifest-author', `The author "${author}" must be a name.`);
  }
  const urls = [authorUrl, ...(isMapping(fundingUrl) ? Object.values(fundingUrl) : [fundingUrl])];
  for (const url of urls.filter((one) => one !== undefined)) {
    if (typeof url !== 'string' || !/^https:\/\/[^\s]+$/.test(url) || /^https:\/\/(www\.)?obsidian\.md/.test(url)) {
      add('manifest-url', `The address ${JSON.stringify(url)} must be an https address of the author.`);
    } else if (/^https:\/\/(\d{1,3}\.){3}\d{1,3}([:/]|$)/.test(url)) {
      add('manifest-url', `The address ${url} must contain a host name, not an IP address.`);
    }
  }
  if (/^https:\/\/(www\.)?github\.com\/[^/]+\/[^/]/.test(authorUrl ?? '')) {
    add('manifest-url', `The address ${authorUrl} must be the author's page, not a repository.`);
  }
}

function checkVersions(manifest, versions, packageJson, add) {
  const { version, minAppVersion } = manifest;
  for (const [field, value] of Object.entries({ version, minAppVersion })) {
    if (!plainVersion.test(value) || value === '0.0.0') {
      add('manifest-version', `"${field}" is ${value}; it must be three numbers, such as 1.0.0.`);
    }
  }
  if (!isMapping(versions) || versions[version] !== minAppVersion) {
    const found = isMapping(versions) ? JSON.stringify(versions[version]) : 'no mapping';
    add('versions-agree', `versions.json has ${found} for ${version}; it must be "${minAppVersion}".`);
  }
  for (const [ours, app] of isMapping(versions) ? Object.entries(versions) : []) {
    if (!plainVersion.test(ours) || typeof app !== 'string' || !plainVersion.test(app)) {
      add('versions-shape', `The entry ${ours} in versions.json must map a version to the app version that it needs.`);
    }
  }
  if (!isMapping(packageJson) || packageJson.version !== version) {
    const found = isMapping(packageJson) ? packageJson.version : undefined;
    add('package-agrees', `package.json has version ${found}; the manifest has ${version}.`);
  }
  if (isMapping(packageJson) && (typeof packageJson.license !== 'string' || packageJson.license === 'UNLICENSED')) {
    add('package-licence', `"license" in package.json is ${packageJson.license}; it must be the one in LICENSE.`);
  }
}

function isMapping(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
