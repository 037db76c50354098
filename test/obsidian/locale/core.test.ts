import { createConflict } from '../../../src/change';
import { explainError } from '../../../src/model/explain-error';
import { HttpError } from '../../../src/model/transport-errors';
import { describeSteering } from '../../../src/workbench/trust/describe-steering';
import { manifestDifferences, policyDifferences, proseDifferences } from '../../../src/workspace';
import { coreText, useLanguage } from '../../../src/obsidian/locale';
import { SENTENCES, VALUES } from '../../../src/obsidian/locale/core';
import { formatIn } from '../../../src/obsidian/locale/format';
import { rules } from '../../../src/workbench';
import { coreTexts, SLOT } from './core-texts';

const rows = [...SENTENCES, ...VALUES];
const slotsOf = (text: string): readonly string[] => [...text.matchAll(/\{\d/g)].map(String);

beforeEach(() => useLanguage('de'));
afterEach(() => useLanguage('en'));

it('a row is there once, numbers its values from the left, and every language uses each of them', () => {
  const texts = rows.map(([text]) => text);
  const wrong = rows.filter(([text, ...translated], at) => {
    const slots = slotsOf(text).join();
    const isNumbered =
      slots ===
      slotsOf(text)
        .map((_, slot) => `{${slot}`)
        .join();
    const isWhole = translated.every((each) => [...new Set(slotsOf(each))].sort().join() === slots);
    return !isNumbered || !isWhole || texts.indexOf(text) !== at;
  });
  expect(wrong).toEqual([]);
});

it('French keeps its spaces before and within marks together', () => {
  const apart = rows.map((row) => row[3]).filter((text) => /« | »| [:;?!](?: |$)/.test(text));
  expect(apart).toEqual([]);
});

it('every lint rule has a name in every language', () => {
  expect(rules.filter(({ title }) => coreText(title) === title).map(({ id }) => id)).toEqual([]);
});

/** The rooms whose texts the app shows. */
const TRANSLATED = [
  'change',
  'deliberation',
  'harvest',
  'ingest',
  'jobs',
  'librarian',
  'lint',
  'maintenance',
  'markdown',
  'model/budget.ts',
  'model/deadline.ts',
  'model/errors.ts',
  'model/explain-error.ts',
  'model/presets.ts',
  'model/refusal.ts',
  'packs',
  'proposal',
  'vault',
  'wiki',
  'workbench/automation',
  'workbench/compact.ts',
  'workbench/contradictions',
  'workbench/deliberation',
  'workbench/foreign-state.ts',
  'workbench/ingest',
  'workbench/jobs',
  'workbench/lens',
  'workbench/maintenance',
  'workbench/memory',
  'workbench/names.ts',
  'workbench/packs',
  'workbench/proposals',
  'workbench/propose-title.ts',
  'workbench/queries',
  'workbench/questions.ts',
  'workbench/remove-expired.ts',
  'workbench/retention.ts',
  'workbench/review',
  'workbench/rules.ts',
  'workbench/set-up',
  'workbench/trust',
];

/** Files of those rooms whose texts only a command line, a server or an agent shows. */
const ELSEWHERE = [
  'ingest/extract/json-parser.ts',
  'librarian/lookup.ts',
  'librarian/read-source.ts',
  'workbench/packs/conversation-packs.ts',
  'workbench/proposals/acceptance.ts',
];

/** A whole sentence that the code fills in is a text of its own. */
const withoutFilledSentences = (text: string): string =>
  text.replace(`.${SLOT}`, `. ${SLOT}`).replace(new RegExp(`(^|[.] )(?:${SLOT} ?)+(?=[A-Z])`, 'g'), '$1');

it('what the app shows of these rooms has a translation for each of its sentences', () => {
  const shown = coreTexts(TRANSLATED).filter(({ place }) => !ELSEWHERE.some((file) => place.startsWith(`${file}:`)));
  const untranslated = shown.filter(({ text }) => !isCovered(withoutFilledSentences(text)));
  expect(untranslated.map(({ place, text }) => `${place}: ${text}`)).toEqual([]);
});

it('a text is translated sentence by sentence, with its numbers, days and amounts, whatever is in its names', () => {
  formatIn('de', 'de-DE');
  const said = [
    'Broken link: no page or file is named "Notes. Add one.".',
    'No page has the slug "a", which `links` names. Correct or remove it.',
    'Stale: the last source or update is from 2026-04-18, more than 1200 days ago. Check the page again or cite a newer source.',
    'The slug "x" is also used by a.md, b.md and 3 more. Give each page its own slug.',
    'Undo: Ingest minutes.md',
    'Old Pier: report-2 (line 4) and memoir-1 disagree on "length". Both are kept.',
    'about 12,400 tokens in (8,000 cached), 900 out, 0.1034 USD',
  ].map(coreText);
  expect(said).toEqual([
    'Toter Link: Keine Seite oder Datei heißt „Notes. Add one.“.',
    'Keine Seite hat den Slug „a“, der in `links` steht. Korrigiere oder entferne ihn.',
    'Veraltet: Die letzte Quelle oder Aktualisierung ist vom 18.04.2026, mehr als 1.200 Tage her. Prüfe die Seite erneut oder gib eine neuere Quelle an.',
    'Den Slug „x“ verwendet auch a.md, b.md und 3 weitere. Gib jeder Seite einen eigenen Slug.',
    'Rückgängig: minutes.md einlesen',
    'Old Pier: report-2 (line 4) und memoir-1 widersprechen sich bei „length“. Beide bleiben.',
    'etwa 12.400 Token ein (8.000 aus dem Cache), 900 aus, 0,1034\u00A0$',
  ]);
});

it('an error of a model and a conflict are told in German, with what to do', () => {
  const refused = explainError(new HttpError(401, new Headers(), ''), {
    model: 'm',
    secrets: [],
    clock: { now: () => 0 },
  });
  const conflict = createConflict('edited', 'a.md', []);
  expect([refused.message, refused.remedy ?? '', conflict.message, conflict.remedy].map(coreText)).toEqual([
    'Der Modellserver akzeptiert den Schlüssel nicht.',
    'Prüfe den Schlüssel in den Einstellungen. Vielleicht ist er falsch getippt, abgelaufen oder für einen anderen Dienst.',
    'Zeilen von „a.md“, die diese Änderung ersetzt, wurden nach dem Vorschlag bearbeitet.',
    'Behalte deine Bearbeitung und lehne diese Änderung ab, oder nimm sie zurück und übernimm die Änderung erneut.',
  ]);
});

it('what stands in a text is in German too, where it is words of the core', () => {
  const said = [
    'The file was changed in the meantime. Nothing was changed.',
    'The wiki is being written by an unknown program. Nothing was changed.',
    'This change removes 2 links "a", "b" without saying so.',
    'The new text contains a conflict marker: "<<<<<<< HEAD".',
    'The path contains the name “..”.',
    'The job j-1 is cancelled, so it cannot be cancelled.',
    'Not valid: round 1, slot 2 (m): The text is not the one that was signed. (and 2 more)',
  ].map(coreText);
  expect(said).toEqual([
    'Die Datei wurde inzwischen geändert. Es wurde nichts geändert.',
    'Gerade schreibt ein unbekanntes Programm in das Wiki. Es wurde nichts geändert.',
    'Diese Änderung entfernt stillschweigend 2 Links: "a", "b".',
    'Der neue Text enthält eine Konfliktmarkierung: „<<<<<<< HEAD“.',
    'Der Pfad enthält den Namen „..“.',
    'Der Auftrag j-1 ist abgebrochen und lässt sich daher nicht abbrechen.',
    'Ungültig: Runde 1, Platz 2 (m): Der Text ist nicht der signierte. (und 2 weitere)',
  ]);
});

it('a text with a sentence that no row has stays as it is, and in English all do', async () => {
  const text = 'No page has the slug "a", which `links` names. Your own rule says more.';
  expect(coreText(text)).toBe(text);
  await useLanguage('en');
  expect(coreText('Nothing links to this page.')).toBe('Nothing links to this page.');
});

it('Chinese and Japanese sentences follow each other without a space', async () => {
  await useLanguage('zh-CN');
  expect(coreText('The wiki has no index. The next change to the wiki creates it.')).toBe(
    'Wiki 没有索引。下次更改 Wiki 时会创建。',
  );
});

/** Whether templates cover a text of the code, whatever it fills in. */
function isCovered(text: string): boolean {
  const ends = [...text.matchAll(/\. /g)].map(({ index }) => index + 1);
  return [...ends, text.length].some(
    (end) => hasRow(text.slice(0, end)) && (end === text.length || isCovered(text.slice(end + 1))),
  );
}

function patternOf(text: string, slot: RegExp): RegExp {
  const parts = text.split(slot).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`, 's');
}

/** Texts with words of their own. */
const english = [...SENTENCES, ...VALUES.filter(([text]) => !text.startsWith('{'))].map(([text]) => text);
const exact: ReadonlySet<string> = new Set(english);
const patterns = english.map((text) => patternOf(text, /\{\d[*#@]?\}/));

/** What the code fills in may be in words in a row, as "heading" or "block". A sentence may follow at the end. */
function hasRow(sentence: string): boolean {
  if (sentence === SLOT || exact.has(sentence)) return true;
  if (patterns.some((pattern) => pattern.test(sentence))) return true;
  const isOwn = patternOf(sentence, new RegExp(SLOT));
  return sentence.includes(SLOT) && english.some((text) => isOwn.test(text));
}

it('a notice about another device, or about undo that ends, is in the language of the app', () => {
  formatIn('de', 'de-DE');
  const said = [
    'These files are rules for the model. They are approved as they are now, because this device set up the wiki, or used it before approvals were recorded: KNOWLEDGE.md, AGENTS.md. From now on, a change to one of them waits for your approval.',
    'After 2026-05-08, 3 changes made until 2026-01-31 can no longer be undone. They are older than your setting, and stay in the history.',
    'This wiki came with an unfinished change, “Ingest a.md”, that this device did not begin. It was not carried out. It would create a.md. None of its files is changed yet. If another device of yours was writing, open the wiki there: it finishes the change by itself. Otherwise delete its record, .wiki/journal/x.json.',
  ].map(coreText);
  expect(said).toEqual([
    'Diese Dateien sind Regeln für das Modell. Sie sind so genehmigt, wie sie jetzt sind, weil dieses Gerät das Wiki eingerichtet oder schon benutzt hat, bevor Genehmigungen festgehalten wurden: KNOWLEDGE.md, AGENTS.md. Ab jetzt wartet jede Änderung an einer davon auf deine Genehmigung.',
    'Nach dem 08.05.2026 lässt sich Folgendes nicht mehr rückgängig machen: 3 Änderungen bis 31.01.2026. Das ist älter als deine Einstellung und bleibt im Verlauf.',
    'Dieses Wiki enthält eine unfertige Änderung, „Ingest a.md“, die nicht auf diesem Gerät begonnen wurde. Sie wurde nicht ausgeführt. Sie würde Folgendes tun: create a.md. Noch keine ihrer Dateien ist geändert. Wenn ein anderes deiner Geräte gerade geschrieben hat, öffne das Wiki dort: Es schließt die Änderung von selbst ab. Lösche andernfalls ihren Eintrag, .wiki/journal/x.json.',
  ]);
});

it.each(['de', 'es', 'fr', 'ja', 'zh'])(
  'what changed in the rules for the model is told in full in %s',
  async (code) => {
    await useLanguage(code);
    const manifest = (severity: string, tone: string): string =>
      `---\nschema: agentproto/manifest/v1\ncuration:\n  tone: ${tone}\nlints:\n  - id: dated\n    kind: max-age\n    appliesTo: "*"\n    severity: ${severity}\n---\n`;
    const file = { path: 'skills/a/SKILL.md', kind: 'skill', text: '', lens: null } as const;
    const skill = '---\nallowed-tools: Bash Write\n---\n# A\n\nUpdate the concepts without a review.\n';
    const long = Array.from({ length: 9 }, (_, at) => `line ${at}`).join('\n\n');
    const differences = [
      ...manifestDifferences(manifest('error', 'plain'), manifest('info', 'warm')),
      ...manifestDifferences(manifest('error', 'plain'), '---\nno: manifest\n---\n'),
      ...proseDifferences('# A\n\nold\n', `# A\n\n${long}\n`),
      ...policyDifferences('', 'lintSoftening: allow\nexceptions: [a]\n', 'policy.yaml'),
      ...describeSteering({ ...file, text: skill } as never, null).differences,
      ...describeSteering({ ...file, text: skill } as never, '# A\n').differences,
      ...describeSteering({ ...file, path: 'AGENTS.md', kind: 'guide', text: '# A\n\n## B\n' } as never, null)
        .differences,
    ].map(({ message }) => message);
    const fields = /^(.+?): (.+?) → /;
    expect(differences.length).toBeGreaterThan(12);
    // A policy's keys are names in the file; they stay.
    expect(
      differences.filter((each) => coreText(each) === each && !/^(?:lintSoftening|exceptions)/.test(each)),
    ).toEqual([]);
    expect(differences.filter((each) => fields.test(each)).length).toBeGreaterThan(1);
    const list = differences
      .filter((each) => !fields.test(each))
      .slice(0, 5)
      .join('; ');
    const told = `Changed since it was approved: ${list}.`;
    expect(coreText(told)).not.toBe(told);
    expect(coreText(told)).not.toMatch(/lines|wants|heading/);
  },
);
