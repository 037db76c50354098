// `npm run screenshots [-- NAME …]`: makes docs/images/*.png by driving the playground in Chromium. Look at each afterwards.
/* global window */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { root } from './build/options.mjs';
import { findChromium } from './chromium.mjs';
import { startScriptedModel } from './playground/scripted-model.mjs';
import { buildPlugin, readVault, serve } from './playground/server.mjs';
import { withPalette } from './png.mjs';

const folder = path.join(root, 'docs', 'images');
/** A picture in the documentation is looked at on a phone too. Bytes. */
const most = 120_000;
const desktop = { viewport: { width: 1200, height: 760 } };
const wide = { viewport: { width: 1440, height: 800 } };
const phone = { viewport: { width: 390, height: 760 }, device: 'phone' };

/** What gives lint something to say. */
const extra = {
  'lighthouse/concepts/lead-keeper.md': `---
schema: knowledge/v1
slug: lead-keeper
kind: concept
title: Lead keeper
sources: [sources/2026-01-20-trust-meeting.md]
updated_at: "2026-04-27T15:00:00Z"
contradicts: [mercury-bath]
---

# Lead keeper

Trims the [[diaphon]] and looks after the [[skerry point lamp]] of the [[north room]].
`,
};

const guide = (name, status, trust, description) =>
  `---\nname: ${name}\ndescription: ${description}\ntype: brand-product\nversion: 0.7.2\nprofile: wiki-first\nstatus: ${status}\ntrust: ${trust}\n---\n\n# Guide\n`;

/** Packs of others. */
const packs = {
  '.agents/knowledge/acme-product-brief/KNOWLEDGE.md': guide(
    'acme-product-brief',
    'ready',
    'official',
    'Bearings and lamps of Acme Marine, with ratings, prices and limits.',
  ),
  '.agents/knowledge/acme-product-brief/wiki/bearing.md': '# Bearing\n\nThe R-40 carries five tons.\n',
  '.agents/knowledge/harbour-safety/KNOWLEDGE.md': guide(
    'harbour-safety',
    'disputed',
    'external',
    'Rules for work in the harbour, with limits for mercury vapour.',
  ),
};

/** What conversations taught. */
const memory = {
  'knowledge/tasks.md': `# Tasks

## Open

- Write to the parish archive about the letters of 1874 [from: Sources we lack, 2026-05-12]
- Weigh the lens, or find the drawing of its maker [from: Bearing or bath, 2026-05-24]
- Ask two licensed contractors for a price for the mercury [from: Planning the summer works, 2026-05-28]

## Done
`,
  'knowledge/decisions.md':
    '# Decisions\n\n- Keep the bath — nobody knows a bearing that fits [from: Bearing or bath, 2026-05-24]\n',
  'knowledge/facts.md': '# Facts\n\n- The compressor of the diaphone still turns [from: Bearing or bath, 2026-05-24]\n',
  'knowledge/questions.md': '# Questions\n\n- Who made the lens? [from: Sources we lack, 2026-05-12]\n',
  'knowledge/ledger.json': '{ "entries": {} }\n',
  'knowledge/digest.md': '# Knowledge digest\n',
};

const noteOn = (label, source, place, quote) => `[^${label}]: [${source}], ${place}: “${quote}”`;
const memoir = '2025-09-12-keepers-memoir';
const condition = '2025-11-03-condition-survey';
const survey = '2026-04-18-laser-survey';

/** The page of the lighthouse after its survey was ingested, with every state that a paragraph can be in. */
const evidence = {
  'lighthouse/entities/skerry-point-lighthouse.md': `---
schema: knowledge/v1
slug: skerry-point-lighthouse
kind: structure
title: Skerry Point Lighthouse
sources:
  - sources/${memoir}.md
  - sources/${condition}.txt
  - sources/${survey}.html
updated_at: "2026-04-27T09:30:00Z"
---

# Skerry Point Lighthouse

Skerry Point Lighthouse is a granite tower, built in 1874 by the [[northern-lights-board|Northern Lights Board]] after the wreck of the barque *Halcyon*.[^m-1] Its light was automated in 1991.[^m-2]

## The tower

Measured by laser, the tower is 29.4 metres tall from the rock to the vane;[^s-1] its last keeper gave 31 metres.[^m-3] The granite of the tower needs repointing on its south-west face.[^c-1]

| Part | Height | Uncertainty |
| --- | --- | --- |
| Focal plane | 38 m above mean high water[^c-2] | not stated |
| Gallery | 24.1 m[^s-2] | ± 0.02 m |
| Tower | 29.4 m[^s-1] | ± 0.02 m |

## The light

The Fresnel lens is complete except for two chipped prisms in the lower panel.[^c-3] It stands 11 millimetres out of plumb.[^s-3]

The lens floated in a mercury bath.[^l-1]

When it was ordered, no larger class of lens was made for lighthouses.

${noteOn('m-1', memoir, 'under “The tower”, line 13', 'It was built in 1874 by the Northern Lights Board after the wreck of the barque Halcyon')}
${noteOn('m-2', memoir, 'under “Leaving”, line 33', 'The light was automated in 1991.')}
${noteOn('m-3', memoir, 'under “The tower”, line 12', 'The tower is 31 metres tall from the rock to the vane.')}
${noteOn('s-1', survey, 'under “Heights”', 'The tower is 29.4 metres tall from the rock to the vane.')}
${noteOn('s-2', survey, 'under “The lens”', 'Gallery')}
${noteOn('s-3', survey, 'under “The lens”', 'The Fresnel lens stands 11 millimetres out of plumb.')}
${noteOn('c-1', condition, 'line 8', 'The granite of the tower needs repointing on its south-west face.')}
${noteOn('c-2', condition, 'line 9', 'The focal plane is 38 metres above mean high water.')}
${noteOn('c-3', condition, 'line 15', 'The Fresnel lens is complete except for two chipped prisms in the lower panel.')}
${noteOn('l-1', '2024-11-02-letter', 'line 1', 'The lens of Skerry Point floats in a mercury bath.')}
`,
  'lighthouse/sources/2024-11-02-letter.md':
    'The lens of Skerry Point floats in a mercury bath. So wrote the parish clerk.\n',
  ...Object.fromEntries(
    [
      [memoir, '.md', survey],
      [survey, '.html', memoir],
    ].map(([id, ending, other]) => [
      `lighthouse/summaries/${id === memoir ? `${id}-summary` : id}.md`,
      `---
schema: knowledge/v1
slug: ${id === memoir ? `${id}-summary` : id}
kind: summary
title: ${id === memoir ? 'Thirty winters at Skerry Point' : 'Laser survey of the Skerry Point Lighthouse'}
sources:
  - sources/${id}${ending}
updated_at: "2026-04-27T09:30:00Z"
contradicts:
  - ${other === memoir ? `${other}-summary` : other}
---

# ${id === memoir ? 'Thirty winters at Skerry Point' : 'Laser survey of the Skerry Point Lighthouse'}

See [[skerry-point-lighthouse]].
`,
    ]),
  ),
};

/** What models used in May, and a limit a day. */
function usage() {
  const models = ['aurora/large-2', 'borealis/70b', 'cumulus/pro', 'local/9b'];
  const work = ['sources/2026-05-20-volunteer-handbook.docx', 'question', 'skill tidy', 'search'];
  const files = {};
  for (let back = 0; back < 30; back += 1) {
    const day = new Date(Date.parse('2026-06-01') - back * 86_400_000).toISOString().slice(0, 10);
    const calls = Array.from({ length: (back * 7) % 9 }, (_, at) => {
      const model = models[(at + back) % models.length];
      const input = 4_000 * (((at * back) % 7) + 1);
      const used = { input, output: Math.floor(input / 8), cached: Math.floor(input / 3), estimated: false };
      const money = model === 'local/9b' ? null : { amount: input / 100_000, currency: 'USD' };
      return { at: `${day}T09:00:00Z`, model, source: work[at % work.length], usage: used, money };
    });
    if (calls.length > 0) files[`lighthouse/.wiki/usage/${day}/may.json`] = JSON.stringify({ version: 1, calls });
  }
  const model = { version: 1, job: {}, day: { money: 0.9 }, prices: { currency: 'USD', prices: [] } };
  const settings = {
    ...{ version: 1, wiki: null, secret: '', curator: 'model', proposeAutomatically: false, lintLive: true },
    ...{ watchSources: true, model },
  };
  files['.obsidian/plugins/living-wiki/data.json'] = JSON.stringify(settings);
  return files;
}

/** What a model says in the pictures of a conversation. */
const conversation = [
  { tool: 'search', arguments: { query: 'mercury bath danger' } },
  { tool: 'read_page', arguments: { page: 'mercury-bath' } },
  { tool: 'read_page', arguments: { page: 'fresnel-lens' } },
  {
    text: `The lens floats on a ring-shaped trough of mercury and turns on it almost without friction [[mercury-bath]]. The trough still
holds about 180 kilograms, and mercury vapour is poisonous, so it must be emptied before any visitor enters the lantern room
[[mercury-bath#Danger]]. It is a fine sight. The lens itself is complete except for two chipped prisms [[fresnel-lens#Condition]].

## Not in the wiki

- What emptying the trough costs.
`,
  },
];

/** What each picture shows: how the app is opened, and what is done in it first. */
const pictures = {
  home: { ...desktop, show: home },
  'home-dark': { ...desktop, theme: 'dark', show: home },
  'home-phone': { ...phone, show: home },
  'first-run': { ...desktop, files: {}, show: firstRun },
  'first-run-phone': { ...phone, files: {}, theme: 'dark', show: firstRun },
  overview: { ...desktop, files: {}, show: overview },
  'overview-phone': { ...phone, files: {}, theme: 'dark', show: overview },
  'review-light': { ...desktop, show: review },
  'review-dark': { ...desktop, theme: 'dark', show: reviewSplit },
  'review-phone': { ...phone, show: reviewPhone },
  'review-phone-dark': { ...phone, theme: 'dark', show: reviewPhone },
  'review-queue': { ...wide, show: reviewQueue },
  'review-note': { ...desktop, livePreview: true, show: reviewNote },
  lenses: { ...desktop, files: extra, show: lenses },
  'lenses-dark': { ...desktop, theme: 'dark', files: extra, show: lenses },
  'lint-phone': { ...phone, files: extra, show: lint },
  'why-phone': { ...phone, show: why },
  search: { ...desktop, show: search },
  'search-phone': { ...phone, theme: 'dark', show: search },
  chat: { ...desktop, script: conversation, show: chat },
  'chat-phone': { ...phone, theme: 'dark', script: conversation, show: chat },
  packs: { ...desktop, files: packs, show: publish },
  'packs-phone': { ...phone, theme: 'dark', files: packs, show: showPacks },
  memory: { ...desktop, files: memory, show: showMemory },
  'memory-phone': { ...phone, theme: 'dark', files: memory, show: showMemory },
  evidence: { ...desktop, files: evidence, show: showEvidence },
  'evidence-dark': { ...desktop, theme: 'dark', files: evidence, show: showEvidence },
  'evidence-editing': { ...desktop, livePreview: true, files: evidence, show: showEvidenceEditing },
  'evidence-phone': { ...phone, files: evidence, show: showEvidencePhone },
  history: { ...desktop, show: history },
  'history-phone': { ...phone, theme: 'dark', show: history },
  coverage: { viewport: { width: 1200, height: 900 }, show: coverage },
  'coverage-phone': { ...phone, theme: 'dark', show: coverage },
  contradiction: { ...desktop, show: contradiction },
  'contradiction-phone': { ...phone, theme: 'dark', show: contradiction },
  timeline: { ...desktop, show: timeline },
  'timeline-phone': { ...phone, theme: 'dark', show: timeline },
  usage: { ...desktop, files: usage(), show: showUsage },
  'usage-phone': { ...phone, theme: 'dark', files: usage(), show: showUsage },
  settings: { ...desktop, show: settings },
  'settings-phone': { ...phone, show: settings },
};

const run = (page, id) => page.evaluate((command) => window.host.runCommand(`living-wiki:${command}`), id);
const button = (page, name) => page.getByRole('button', { name });

async function home(page) {
  await button(page, /^Ingest all/).waitFor();
}

async function firstRun(page) {
  if (page.viewportSize().width < 600) await run(page, 'open-home');
  await button(page, /^Research/).waitFor();
  await page.getByLabel('Name').fill('Skerry Point');
  await page.getByLabel('What is it about?').fill('Everything a volunteer or a visitor of the lighthouse asks about.');
}

/** The example wiki, with what its two sources would change. */
async function overview(page) {
  if (page.viewportSize().width < 600) await run(page, 'open-home');
  await button(page, 'Add the example wiki').click();
  await page.getByRole('heading', { name: /^These two sources disagree/ }).waitFor();
  await closeSidebars(page);
  await page.locator('.notice').first().waitFor({ state: 'detached' });
}

/** More room for what is in the middle. */
const closeSidebars = (page) =>
  page.evaluate(() => {
    const { leftSplit, rightSplit } = window.host.own.workspace;
    leftSplit.collapse();
    rightSplit.collapse();
  });

/** The survey of the tower, with some of it decided. */
async function propose(page) {
  await button(page, 'Ingest 2026-04-18-laser-survey.html').click();
  await page.locator('.living-wiki-hunk-head').first().waitFor();
}

async function review(page) {
  await propose(page);
  await closeSidebars(page);
  await button(page, 'Unified').click();
  await button(page, 'Accept all').click();
  await button(page, /focal-plane/)
    .first()
    .click();
  await page.locator('.living-wiki-hunk').first().waitFor();
  await page.locator('.living-wiki-hunk-head').nth(2).click();
  await page.waitForTimeout(900);
}

/** The first change, two buttons under the thumb. */
async function reviewPhone(page) {
  await propose(page);
  await closeSidebars(page);
  await page.getByText(/^0 of \d+ decided$/).waitFor();
  await page.waitForTimeout(900);
}

/** One proposal of four, with the one that was applied before above it. */
async function reviewQueue(page) {
  await button(page, 'Ingest all 4').click();
  await page.getByRole('heading', { name: /^These two sources disagree/ }).waitFor();
  await closeSidebars(page);
  await button(page, 'Review page by page').click();
  await page.getByText('Proposal 1 of 4').waitFor();
  await page.keyboard.press('y');
  await page.getByText(/^(\d+) of \1 changes accepted/).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Proposal 2 of 4').waitFor();
  await page.waitForTimeout(900);
}

/** What a proposal would change, in the open note. */
async function reviewNote(page) {
  await propose(page);
  await page.evaluate(() => window.page.open('lighthouse/concepts/mercury-bath.md'));
  await page.locator('.living-wiki-proposed').first().waitFor();
  await closeSidebars(page);
  await page.locator('.living-wiki-proposed').first().scrollIntoViewIfNeeded();
  await page.waitForTimeout(500);
}

async function reviewSplit(page) {
  await review(page);
  await button(page, 'Side by side').click();
}

async function lint(page) {
  await run(page, 'lint');
  await page.locator('.living-wiki-finding').first().waitFor();
}

async function lenses(page) {
  await run(page, 'switch-lens');
  await page.getByRole('dialog').getByText("The historian's lens").click();
  await page.evaluate(() =>
    window.host.own.workspace.getLeaf('tab').setViewState({ type: 'living-wiki-lens', active: true }),
  );
  await lint(page);
  await page.evaluate(() => window.host.own.workspace.leftSplit.collapse());
  await page.getByRole('table').waitFor();
}

async function why(page) {
  await run(page, 'switch-lens');
  await page.getByRole('dialog').getByText("The historian's lens").click();
  await run(page, 'lens-view');
  await page.getByRole('tab', { name: 'Why' }).click();
  await page.getByRole('table').waitFor();
}

async function search(page) {
  await home(page);
  await run(page, 'search');
  await page.keyboard.type('mercury bath');
  await page.locator('.living-wiki-match').first().waitFor();
}

async function chat(page, address) {
  await home(page);
  await page.keyboard.press('Control+,');
  await page.getByRole('combobox', { name: 'Provider' }).selectOption('custom');
  await page.getByRole('textbox', { name: 'Address' }).fill(address);
  await page.getByRole('textbox', { name: 'Model', exact: true }).fill('example');
  await page.keyboard.press('Escape');
  await run(page, 'ask');
  await page.getByRole('textbox', { name: 'Question' }).fill('Can visitors go up to the lens?');
  await button(page, 'Send').click();
  await button(page, 'Ask again').waitFor();
  if (page.viewportSize().width > 600) await page.locator('.living-wiki-chat-steps summary').click();
  await page.locator('.living-wiki-chat-turn').evaluate((turn) => turn.scrollIntoView());
}

async function showPacks(page) {
  await home(page);
  await run(page, 'packs');
  await button(page, 'Use acme-product-brief in the chat').waitFor();
}

/** The packs, and what publishing this wiki would put into one. */
async function publish(page) {
  await showPacks(page);
  await button(page, 'Publish as a pack').click();
  await page.getByRole('dialog').getByText('compiled/briefing.md').waitFor();
}

async function showMemory(page) {
  await home(page);
  await run(page, 'memory');
  await page
    .locator('.living-wiki-memory')
    .getByText(/^Weigh the lens/)
    .waitFor();
}

async function history(page) {
  await propose(page);
  await button(page, 'Accept all').click();
  await button(page, /^Apply \d+/).click();
  await button(page, 'Undo…').waitFor();
  await run(page, 'history');
  const entry = page.locator('.living-wiki-transaction').first();
  await entry.locator('[aria-expanded]').first().click();
  await entry.getByText('concepts/focal-plane.md').click();
}

/** The page of the lighthouse alone, as it is read or edited. */
async function openLighthouse(page, mode) {
  await home(page);
  await closeSidebars(page);
  await page.evaluate(async (as) => {
    await window.page.open('lighthouse/entities/skerry-point-lighthouse.md');
    const { workspace } = window.host.own;
    const leaf = workspace.getMostRecentLeaf();
    await leaf.setViewState({ type: 'markdown', active: true, state: { ...leaf.view.getState(), mode: as } });
  }, mode);
  await page.locator('.living-wiki-number:visible').nth(3).waitFor();
}

async function showEvidence(page) {
  await openLighthouse(page, 'preview');
  await page.locator('.living-wiki-block.is-contested').first().waitFor();
  await page
    .getByRole('row', { name: /^Tower|Tower/ })
    .getByRole('link')
    .first()
    .hover();
  await page.locator('.living-wiki-proof-context mark').waitFor();
}

async function showEvidenceEditing(page) {
  await openLighthouse(page, 'source');
  await page.locator('.living-wiki-strip.is-contested').first().waitFor();
  await page.locator('.living-wiki-number.is-contested').nth(1).hover();
  await page.locator('.living-wiki-proof-context mark').waitFor();
}

async function showEvidencePhone(page) {
  await openLighthouse(page, 'preview');
  await page.locator('.living-wiki-number.is-contested').first().click();
  await page.locator('.living-wiki-proof-context mark').waitFor();
}

/** The survey of the tower, applied. It disagrees with the keeper's memoir. */
async function applySurvey(page) {
  await propose(page);
  await button(page, 'Accept all').click();
  await button(page, /^Apply \d+/).click();
  await button(page, 'Undo…').waitFor();
  await page.evaluate(() => window.host.own.workspace.getLeavesOfType('living-wiki-review')[0].detach());
  await closeSidebars(page);
}

async function coverage(page) {
  await applySurvey(page);
  await run(page, 'coverage');
  await page.locator('.living-wiki-coverage .living-wiki-legend').waitFor();
  const grid = page.getByRole('grid');
  if ((await grid.count()) === 0) return;
  await grid.focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight']) await grid.press(key);
}

async function contradiction(page) {
  await applySurvey(page);
  await run(page, 'contradictions');
  await page.locator('.living-wiki-contradiction button').first().waitFor();
  const answer = page.locator('[data-does="settle-current"]').first();
  if ((await answer.count()) > 0) await answer.focus();
}

async function timeline(page) {
  await applySurvey(page);
  await run(page, 'timeline');
  await page.getByRole('slider').press('ArrowLeft');
}

async function showUsage(page) {
  await home(page);
  await closeSidebars(page);
  await run(page, 'usage');
  await page.getByRole('img', { name: /^Cost per day/ }).waitFor();
}

async function settings(page) {
  await button(page, /^Ingest all/).waitFor();
  await page.getByText('Indexing sources').waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+,');
  await page.getByRole('combobox', { name: 'Provider' }).selectOption('openai');
  await page.getByText('Language model', { exact: true }).evaluate((heading) => {
    heading.style.scrollMarginTop = '16px';
    heading.scrollIntoView();
  });
}

/** Signs that every font has in the place of the example's emoji, which not every machine can draw. */
function withPlainIcons(files) {
  const signs = { '🗼': '♜', '👤': '☺', '🏛️': '⌂', '💡': '✦', '💷': '£' };
  const plain = (text) => text.replace(/^( +icon: )(.+)$/gm, (_, key, icon) => key + (signs[icon] ?? icon));
  const replaced = (data) => (typeof data === 'string' ? plain(data) : data);
  return Object.fromEntries(
    Object.entries(files).map(([name, data]) => [name, name.endsWith('KNOWLEDGE.md') ? replaced(data) : data]),
  );
}

async function take(browser, code, name) {
  const { viewport, show, files, script, theme = 'light', device = 'desktop', livePreview = false } = pictures[name];
  const isEmpty = files !== undefined && Object.keys(files).length === 0;
  const vault = isEmpty ? {} : withPlainIcons({ ...(await readVault(path.join(root, 'examples', 'vault'))), ...files });
  const model = script === undefined ? null : await startScriptedModel(script);
  const options = { name: 'Example vault', files: vault, isPlayground: true, theme, device, livePreview };
  const { url, close } = await serve({ options, plugin: code, ...(model !== null && { connect: model.origin }) });
  const context = await browser.newContext({ viewport, deviceScaleFactor: 1, reducedMotion: 'reduce' });
  try {
    // The same day on every run.
    await context.clock.install({ time: '2026-06-01T08:00:00Z' });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await page.goto(url);
    await page.evaluate(() => window.hostReady.then(() => undefined));
    // What is shown is the plugin, and not the playground. First, so that nothing moves afterwards.
    await page.addStyleTag({ content: '.host-toolbar { display: none !important; }' });
    await show(page, model?.url);
    // Findings are counted and notices go.
    await page.waitForTimeout(700);
    await page.addStyleTag({ content: '.notice { display: none !important; }' });
    const picture = withPalette(await page.screenshot({ animations: 'disabled', caret: 'hide' }));
    await writeFile(path.join(folder, `${name}.png`), picture);
    const { length } = picture;
    console.log(`${name}.png  ${Math.ceil(length / 1000)} kB${length > most ? '  larger than it should be' : ''}`);
  } finally {
    await context.close();
    await close();
    await model?.close();
  }
}

const executablePath = findChromium();
if (executablePath === undefined) {
  console.error('No Chromium was found: install it, or name it in the variable CHROMIUM.');
  process.exit(1);
}
const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : Object.keys(pictures);
await mkdir(folder, { recursive: true });
const [code, browser] = await Promise.all([
  buildPlugin(),
  chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'] }),
]);
try {
  for (const name of names) await take(browser, code, name);
} finally {
  await browser.close();
}
