// README.md and LICENSE. Sources: Obsidian's "Developer policies" (disclosures, licensing) and the checks of the
// community directory's workflow.
import { reportOn } from './report.mjs';

const placeholder = /\b(?:TODO|FIXME)\b|<your|yourusername|plugin-name|lorem ipsum/i;
const templates = [
  'this is a sample plugin for obsidian',
  'this project uses typescript to provide type checking and documentation',
  'the repository depends on the latest plugin api',
  'you can create a new obsidian plugin',
  'releasing new releases',
];
const praise =
  /\b(?:amazing|awesome|best|effortless(?:ly)?|game[- ]changing|incredible|must[- ]have|powerful|revolutionary|seamless(?:ly)?|supercharge|transform|transformative|ultimate)\b/gi;

/** What the policies want said in the section on privacy, whether it applies or not. */
const disclosures = {
  'the network': /\bnetwork\b/i,
  cost: /\b(?:cost|payment|paid|price|free of charge)\b/i,
  telemetry: /\btelemetry\b/i,
  'the files it touches': /\b(?:writes?|reads?|access(?:es)?)\b.*\b(?:folder|vault|files?)\b/i,
};

/**
 * @param {string} text README.md
 * @param {{ name: string }} manifest
 */
export function checkReadme(text, manifest) {
  const { problems, add } = reportOn('README.md');
  const first = /^#\s+(.+?)\s*$/m.exec(text)?.[1];
  if (first !== manifest.name) add('readme-heading', `The first heading is "${first}"; it must be "${manifest.name}".`);
  if (text.trim().length < 200)
    add('readme-short', `The README has ${text.trim().length} characters; it needs at least 200.`);
  const mark = placeholder.exec(text);
  if (mark !== null) add('readme-placeholder', `The README contains the placeholder "${mark[0]}".`);
  const template = templates.find((phrase) => text.toLowerCase().includes(phrase));
  if (template !== undefined) add('readme-template', `The README contains text of the sample plugin: "${template}".`);
  const praises = text.match(praise) ?? [];
  if (praises.length >= 3)
    add('readme-praise', `The README praises the plugin (${praises.join(', ')}). Say what it does instead.`);
  if (!/\baccount\b/i.test(text)) add('readme-disclosures', 'The README does not say whether an account is needed.');
  const section = disclosureSection(text);
  if (section === null) {
    add('readme-disclosures', 'The README has no section on network use, cost and privacy.');
  } else {
    for (const [what, pattern] of Object.entries(disclosures)) {
      if (!pattern.test(section)) add('readme-disclosures', `The section on privacy does not mention ${what}.`);
    }
  }
  return problems;
}

function disclosureSection(text) {
  const heading = /^(#{2,})\s+.*\b(?:network|privacy|disclosures?)\b.*$/im.exec(text);
  if (heading === null) return null;
  const rest = text.slice(heading.index + heading[0].length);
  const next = new RegExp(`^#{1,${heading[1].length}}\\s`, 'm').exec(rest);
  return rest.slice(0, next?.index);
}

/** @param {string | null} text LICENSE, `null` where there is none */
export function checkLicence(text) {
  const { problems, add } = reportOn('LICENSE');
  if (text === null || text.trim() === '') add('licence-missing', 'The licence file is missing.');
  else if (!/copyright/i.test(text) || /<year>|\[fullname\]|Dynalist/i.test(text)) {
    add('licence-holder', 'The copyright line needs a year and a holder.');
  }
  return problems;
}
