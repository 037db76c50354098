import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Component, MarkdownRenderer, MarkdownView, Menu } from 'obsidian';
import manifest from '../../manifest.json';
import { silentRun } from '../../src/base';
import { createMcpServer } from '../../src/mcp';
import LivingWikiPlugin from '../../src/main';
import { DEFAULT_SETTINGS, printSettings } from '../../src/obsidian/settings';
import { Host, installDom, type HostOptions } from '../host';
import { LENS_SOURCE, TOWER_SOURCE } from '../support/wiki';
import { eventually } from '../vault/support/contract';
import { lateClock, noticesOf, page, wikiFiles, wikiTree } from './support/controller';

let takeAway: () => void;
beforeAll(() => {
  takeAway = installDom();
});
afterAll(async () => {
  // An app that quits does not wait for its plugins, which still save what they know of the wiki.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  takeAway();
});

const plugins = [{ type: LivingWikiPlugin, manifest }];

let host: Host;
/** A test that fails must not leave its app to the next. */
afterEach(() => host.quit().catch(() => undefined));

async function start(options: HostOptions): Promise<Host> {
  host = await Host.start({ clock: lateClock, plugins, ...options });
  return host;
}

const sources = { 'sources/lens.md': LENS_SOURCE, 'sources/tower.md': TOWER_SOURCE };

const home = (): string => document.querySelector('.living-wiki-home')?.textContent ?? '';

function press(text: string | RegExp, within = 'body'): void {
  const buttons = [...document.querySelectorAll<HTMLElement>(`${within} button`)];
  const found = buttons.find((one) => {
    const name = one.getAttribute('aria-label') ?? one.textContent;
    return typeof text === 'string' ? name === text : text.test(name);
  });
  if (found === undefined)
    throw new Error(`No button ${String(text)} among ${buttons.map((b) => b.textContent).join(' | ')}`);
  found.click();
}

/** Runs a command of the plugin, and waits for what it does at once. */
const command = (id: string): Promise<unknown> => host.runCommand(`living-wiki:${id}`);

it('maintenance says what each skill finds before one runs, opens what it proposes, and keeps its report', async () => {
  await start({ files: await wikiFiles(sources) });
  const modal = (): string => document.querySelector('.modal')?.textContent ?? '';
  await command('open-home');
  await eventually(() => expect(home()).toContain('lens.md'));
  await command('maintain');
  await eventually(() => expect(modal()).toMatch(/Daily update.*2 things.*Proposes only.*By hand.*Synthesis/));
  expect(Object.keys(wikiTree(host)).filter((path) => path.includes('summaries/'))).toEqual([]);
  press('Run skill', '.modal');
  await eventually(() => expect(document.querySelector('.living-wiki-review')).not.toBeNull());
  await command('maintain');
  await eventually(() => expect(modal()).toContain('Daily update'));
  press('Reports', '.modal');
  await eventually(() => expect(modal()).toMatch(/Daily update.* · Proposed/));
  press(/^Daily update/, '.modal');
  const report = (): string => document.querySelector('.living-wiki-report')?.textContent ?? '';
  await eventually(() => expect(report()).toContain('2 sources read; the changes wait for review.'));
  expect(report()).toMatch(/Needs your review.*Nothing is written yet/);
  press('Review', '.living-wiki-report');
});

it('loading registers, and reads and writes nothing of the vault before the layout is ready', async () => {
  await start({ files: await wikiFiles(sources) });
  const own = host.machine.faults.calls.filter(({ path }) => !path.startsWith('.obsidian/'));
  const plugin = host.plugin('living-wiki');
  host.disable('living-wiki');
  host.machine.faults.calls.length = 0;
  plugin.app.workspace.onLayoutReady = () => undefined;
  await plugin.onload();
  expect(host.machine.faults.calls.filter(({ path }) => !path.startsWith('.obsidian/'))).toEqual([]);
  expect(own.length).toBeGreaterThan(0);
});

it('panels open while the wiki is still being read, and fill when it was', async () => {
  await start({ files: await wikiFiles(sources), plugins: [] });
  let goOn = (): void => undefined;
  const slow = new Promise<void>((resolve) => (goOn = resolve));
  host.machine.faults.before({ action: 'read', path: /KNOWLEDGE\.md$/, forever: true }, () => slow);
  await host.enable(LivingWikiPlugin, manifest);
  expect(host.commands()).not.toContain('living-wiki:search');
  // The lens view needs a browser that lays out.
  expect(host.commands()).toContain('living-wiki:lens-view');
  for (const id of ['history', 'lint']) await command(id);
  await eventually(() => expect(document.querySelector('.living-wiki-history')?.textContent).toBeTruthy());
  const counts = (): string => document.querySelector('.living-wiki-lint [role=status]')?.textContent ?? '';
  expect(counts()).toBe('');
  goOn();
  await eventually(() => expect(host.commands()).toContain('living-wiki:search'));
  await eventually(() => expect(counts()).not.toBe(''));
});

it('a click on the quote of a footnote opens its source at the quote, and a link in it stays a link', async () => {
  const lamp = `---
schema: knowledge/v1
slug: lamp
kind: concept
title: Lamp
sources: [sources/lens.md]
updated_at: "2026-04-01T08:00:00Z"
---

Rings of prisms make it.[^lens-1] I like it.[^me]

[^lens-1]: [lens], under “Fresnel lenses”, line 3: “built from concentric rings of prisms” ([[lens-summary|summary]])
[^me]: A remark of the owner.
`;
  await start({ files: await wikiFiles({ ...sources, 'concepts/lamp.md': lamp }) });
  await eventually(() => expect(host.commands()).toContain('living-wiki:search'));
  const el = document.body.createDiv();
  const component = new Component();
  const { app } = host.plugin('living-wiki');
  await MarkdownRenderer.render(app, lamp, el, 'wiki/concepts/lamp.md', component);
  const [quote, ...others] = el.findAll('.living-wiki-footnote');
  expect(others).toEqual([]);
  expect(quote?.getAttribute('role')).toBe('link');
  expect(quote?.querySelector('a')).toBeNull();
  expect(el.find('#fn-lens-1 a').textContent).toBe('summary');
  quote?.click();
  await eventually(() => {
    const view = app.workspace.getActiveViewOfType(MarkdownView);
    expect(view?.file?.path).toBe('wiki/sources/lens.md');
    expect(view?.editor.getSelection()).toBe('built from concentric rings of prisms');
  });
  el.remove();
});

it('unloading removes everything that it registered', async () => {
  await start({ files: await wikiFiles(sources) });
  await command('open-home');
  const { statusBar, ribbon, cli, protocols, views } = host.own.hostState;
  expect([statusBar.length, ribbon.length, cli.size, protocols.size, views.has('living-wiki-home')]).toEqual([
    5,
    2,
    11,
    1,
    true,
  ]);
  host.disable('living-wiki');
  await host.idle();
  expect([statusBar.length, ribbon.length, cli.size, protocols.size, views.has('living-wiki-home')]).toEqual([
    0,
    0,
    0,
    0,
    false,
  ]);
  expect(host.commands().filter((id) => id.startsWith('living-wiki'))).toEqual([]);
  // What it knows of the wiki may still be saved.
  const before = wikiTree(host);
  host.sync.write('wiki/sources/new.md', 'x');
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(wikiTree(host)).toEqual({ ...before, 'wiki/sources/new.md': 'x' });
  expect(host.uncaught).toEqual([]);
});

it('a newcomer reads what this is, picks a template, and has a wiki', async () => {
  await start({});
  await command('open-home');
  await eventually(() => expect(home()).toMatch(/You need no account and no API key/));
  press(/^Team/, '.living-wiki-home');
  expect(Object.keys(wikiTree(host))).toEqual([]);
  press('Create wiki', '.living-wiki-home');
  await eventually(() => expect(host.exists('Wiki/KNOWLEDGE.md')).toBe(true));
  expect(host.read('Wiki/KNOWLEDGE.md')).toMatch(/Decision/);
  await eventually(() => expect(home()).toMatch(/No new sources/));
  expect(host.uncaught).toEqual([]);
});

it('a folder with its own layout is adopted as it is, after it was shown and asked about', async () => {
  const kept = {
    'notes/raw/issue-7.md': '# Issue 7\n\nThe lamp failed.\n',
    'notes/wiki/index.md': '# Index\n\n- [[lamp]]\n',
    'notes/wiki/log.md': '# Log\n',
    'notes/wiki/lamp.md': '# Lamp\n\nIt failed [[issue-7]].\n',
  };
  await start({ files: kept });
  await command('open-home');
  await eventually(() => expect(home()).toMatch(/You need no account and no API key/));
  press(/existing/i, '.living-wiki-home');
  const field = document.querySelector<HTMLInputElement>('.modal input[type="text"]');
  if (field === null) throw new Error('There is no field for the folder.');
  field.value = 'notes';
  field.dispatchEvent(new Event('input'));
  await eventually(() =>
    expect(document.querySelector('.modal')?.textContent).toContain(
      'This folder is kept as a wiki: 1 source in raw/, 1 page, wiki/index.md (index), wiki/log.md (log). Sources are then read from raw/.',
    ),
  );
  press('Review setup', '.modal');
  await eventually(() =>
    expect(document.querySelector('.living-wiki-review-view')?.textContent).toContain('A new file appears in raw/.'),
  );
  expect(wikiTree(host)).toEqual(kept);
  expect(host.uncaught).toEqual([]);
});

it('new sources become a change that waits; home, status bar and commands follow', async () => {
  await start({ files: await wikiFiles({ ...sources, 'concepts/x.md': page('X', '[[nowhere]]') }) });
  await command('open-home');
  const bar = (): string => document.querySelector('.status-bar')?.textContent ?? '';
  await eventually(() => expect(bar()).toMatch(/2 new sources/));
  await eventually(() => expect(bar()).toMatch(/1 error, 2 warnings/));
  expect(host.commands()).not.toContain('living-wiki:review');
  expect(home()).toMatch(/lens\.md/);
  press('Ingest lens.md');
  await eventually(() => expect(home()).toMatch(/To review1/));
  await eventually(() => expect(host.commands()).toContain('living-wiki:review'));
  expect(home()).not.toMatch(/lens\.md.*tower\.md.*Read by/);
  expect(host.uncaught).toEqual([]);
  expect(host.machine.requests.made).toEqual([]);
});

it('the status bar and home mention notes if there is nothing more severe', async () => {
  await start({ files: await wikiFiles({ '_index.md': 'Nothing that is generated.\n' }) });
  await command('open-home');
  await eventually(() => expect(document.querySelector('.status-bar')?.textContent).toMatch(/1 note/));
  expect(home()).toMatch(/Lint: 1 note/);
});

it('without watching for new sources, home says so, and still proposes changes for them', async () => {
  const settings = printSettings({ ...DEFAULT_SETTINGS, watchSources: false });
  const data = { '.obsidian/plugins/living-wiki/data.json': JSON.stringify(settings) };
  await start({ files: { ...(await wikiFiles(sources)), ...data } });
  await command('open-home');
  await eventually(() => expect(home()).toMatch(/New sources are not shown\. Turn on “Watch for new sources”/));
  press('Ingest', '.living-wiki-home');
  await eventually(() => expect(home()).toMatch(/To review2/));
});

describe('the lens', () => {
  const view = (name: string, title: string, extending = '../../wiki/KNOWLEDGE.md'): string =>
    `---\nschema: knowledge.workspace/v1\nname: ${name}\ntitle: ${title}\ndescription: A view.\nversion: 1.0.0\nextends: ${extending}\n---\n`;
  const choices = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.suggestion-item')];

  it('switcher lists views of one name with their folders, and a view with a broken chain with the reason', async () => {
    await start({
      files: {
        ...(await wikiFiles(sources)),
        'teams/a/KNOWLEDGE.md': view('twin', 'First'),
        'teams/b/KNOWLEDGE.md': view('twin', 'Second'),
        'teams/c/KNOWLEDGE.md': view('lost', 'Lost', '../../wki/KNOWLEDGE.md'),
      },
    });
    await eventually(() => expect(host.commands()).toContain('living-wiki:search'));
    await command('switch-lens');
    await eventually(() => expect(choices().map(({ textContent: text }) => text)).toHaveLength(4));
    const texts = choices().map((el) => el.textContent);
    expect(texts.find((text) => text.startsWith('First'))).toContain('teams/a/KNOWLEDGE.md');
    expect(texts.find((text) => text.startsWith('Second'))).toContain('teams/b/KNOWLEDGE.md');
    expect(texts.find((text) => text.startsWith('Lost'))).toContain('The parent wki/KNOWLEDGE.md does not exist.');
    choices()
      .find((el) => el.textContent.startsWith('Second'))
      ?.click();
    await command('switch-lens');
    await eventually(() => expect(choices()).toHaveLength(4));
    const current = choices().filter((el) => el.textContent.endsWith('current'));
    expect(current.map((el) => el.textContent.slice(0, 6))).toEqual(['Second']);
  });

  it('that is chosen is shown where sources are read, and sources are read through it', async () => {
    await start({ files: { ...(await wikiFiles(sources)), 'teams/a/KNOWLEDGE.md': view('team-view', 'Team view') } });
    await command('open-home');
    await eventually(() => expect(home()).toMatch(/LensTest wiki/));
    press(/^Lens for reading: Test wiki/, '.living-wiki-home');
    await eventually(() => expect(choices()).toHaveLength(2));
    choices()[1]?.click();
    await eventually(() => expect(home()).toMatch(/LensTeam view/));
    press('Ingest lens.md', '.living-wiki-home');
    await eventually(() =>
      expect(document.querySelector('.living-wiki-review')?.textContent).toMatch(
        /It was read through the lens team-view/,
      ),
    );
  });
});

it('a change of the manifest is a problem, with nothing ticked, until a person approves it', async () => {
  await start({ files: await wikiFiles({}) });
  await command('lint');
  const problems = (): string => document.querySelector('.living-wiki-lint')?.textContent ?? '';
  await eventually(() => expect(problems()).toMatch(/No problems found/));
  const file = host.app.vault.getFileByPath('wiki/KNOWLEDGE.md');
  if (file === null) throw new Error('no manifest');
  await host.app.vault.process(file, (text) => text.replace('severity: error', 'severity: info'));
  await eventually(() => expect(problems()).toMatch(/lint require-source: error → info/));
  press('Review…', '.living-wiki-lint');
  const modal = (): HTMLElement | null => document.querySelector('.living-wiki-approvals');
  await eventually(() => expect(modal()?.textContent).toMatch(/weakens a check.*lint require-source.*error.*info/));
  const tick = modal()?.querySelector<HTMLInputElement>('input[type=checkbox]');
  expect([tick?.checked, document.activeElement?.textContent]).toEqual([false, 'Keep blocked']);
  tick?.click();
  press('Approve 1 of 1', '.living-wiki-approvals');
  await eventually(() => expect(problems()).toMatch(/No problems found/));
});

it('a view comes back after a restart, and shows the wiki once it is read', async () => {
  await start({ files: await wikiFiles(sources) });
  await command('open-home');
  await eventually(() => expect(home()).toMatch(/New sources2/));
  await host.restart();
  await eventually(() => expect(home()).toMatch(/New sources2/));
  expect(host.app.workspace.getLeavesOfType('living-wiki-home')).toHaveLength(1);
});

it('the menu of a source and of a folder of sources proposes changes for them', async () => {
  await start({ files: { ...(await wikiFiles(sources)), 'elsewhere/note.md': 'x' } });
  await eventually(() => expect(host.commands()).toContain('living-wiki:search'));
  const menuOf = (path: string): string[] => {
    const menu = new Menu();
    host.app.workspace.trigger('file-menu', menu, host.app.vault.getAbstractFileByPath(path), 'file-explorer');
    menu.showAtPosition({ x: 0, y: 0 });
    const titles = [...document.querySelectorAll('.menu .menu-item-title')].map((el) => el.textContent);
    menu.hide();
    return titles;
  };
  await eventually(() => expect(menuOf('wiki/sources/lens.md')).toEqual(['Ingest this source', 'Links and citations']));
  expect(menuOf('wiki/sources')).toEqual(['Ingest 2 sources']);
  expect(menuOf('wiki/_index.md')).toEqual([]);
  expect(menuOf('elsewhere/note.md')).toEqual(['Copy to sources', 'Harvest conversation']);
  expect(menuOf('elsewhere')).toEqual(['Harvest conversations in folder', 'Set up a wiki here']);
});

it("the app's own command line proposes, lints and tells how the wiki is", async () => {
  await start({ files: await wikiFiles({ ...sources, 'concepts/x.md': page('X', '[[nowhere]]') }) });
  await eventually(() => expect(host.commands()).toContain('living-wiki:search'));
  expect(await host.cli('living-wiki:status')).toMatch(/2 sources, 2 new/);
  expect(await host.cli('living-wiki:lint')).toMatch(/concepts\/x\.md:9 .*nowhere/);
  expect(await host.cli('living-wiki:lint', { rule: 'no-such-rule' })).toBe(
    '0 problems\nNo built-in rule is named "no-such-rule".',
  );
  expect(await host.cli('living-wiki:lint', { rule: 'orphan' })).not.toMatch(/No rule/);
  expect(await host.cli('living-wiki:ingest', { source: 'sources/lens.md' })).toMatch(
    /^\d{4}-\w{4} {2}sources\/lens\.md$/,
  );
  expect(await host.cli('living-wiki:ingest', { source: 'wiki/sources/lens.md' })).toMatch(
    /^skipped .* waits for review/,
  );
  expect(await host.cli('living-wiki:ingest', { source: 'sources/none.md' })).toMatch(/failed .*no source/);
  const status = JSON.parse(await host.cli('living-wiki:status', { json: 'true' })) as { proposals: unknown[] };
  expect(status.proposals).toHaveLength(1);
});

it('the command line and links wait while the app starts, and say what is wrong with a wiki', async () => {
  await start({ files: await wikiFiles(sources), plugins: [] });
  const whenReady: (() => unknown)[] = [];
  host.app.workspace.onLayoutReady = (callback) => void whenReady.push(callback);
  await host.enable(LivingWikiPlugin, manifest);
  const status = host.cli('living-wiki:status');
  await host.openUri('obsidian://living-wiki?proposal=0000-none');
  await host.idle();
  expect(noticesOf(host)).toEqual([]);
  host.sync.write('wiki/KNOWLEDGE.md', '---\nschema: knowledge.workspace/v1\nname: "?"\n---\n');
  host.app.workspace.onLayoutReady = (callback) => void callback();
  for (const callback of whenReady) callback();
  expect(await status).toMatch(/^Error: .*KNOWLEDGE\.md is not valid/);
  const { error } = JSON.parse(await host.cli('living-wiki:status', { json: 'true' })) as { error: object };
  expect(error).toMatchObject({ code: 'knowledge_workspace_invalid', path: 'wiki/KNOWLEDGE.md' });
  await eventually(() => expect(host.notices.join('\n')).toMatch(/KNOWLEDGE\.md is not valid/));
});

it("the app's own command line offers what the MCP server offers, by its own manner of names", async () => {
  await start({ files: await wikiFiles(sources) });
  await eventually(() => expect(host.commands()).toContain('living-wiki:search'));
  const [here, there] = InMemoryTransport.createLinkedPair();
  const [server, client] = [
    createMcpServer(null as never, silentRun, { version: '1' }),
    new Client({ name: 'test', version: '1' }),
  ];
  await Promise.all([server.connect(here), client.connect(there)]);
  // The app has no index of sources.
  const tools = (await client.listTools()).tools.filter(({ name }) => name !== 'search_sources');
  await client.close();
  expect(tools).toHaveLength(11);
  for (const { name } of tools) {
    const own = name === 'propose_ingest' ? 'ingest' : name.replaceAll('_', '-');
    expect([own, host.own.hostState.cli.has(`living-wiki:${own}`)]).toEqual([own, true]);
  }
  expect(await host.cli('living-wiki:list-packs', {})).toContain('<available_knowledge_packs>');
  const context = JSON.parse(await host.cli('living-wiki:resolve-context', { task: 'lens', json: 'true' })) as object;
  expect(context).toMatchObject({ context: expect.stringContaining('name="test-wiki"') as string });
});

it("the app's own command line asks, searches and reads, and says what is not there", async () => {
  const body = '# Lens\n\nA lens gathers light.\n\n## History\n\nIt was lit in 1823.';
  await start({ files: await wikiFiles({ 'concepts/lens.md': page('Lens', body) }) });
  const asked = JSON.parse(
    await host.cli('living-wiki:ask', { question: 'when was it lit', passages: 'true', json: 'true' }),
  ) as { by: string; citations: { link: string }[] };
  expect(asked.by).toBe('passages');
  expect(asked.citations[0]?.link).toMatch(/^lens/);
  expect(await host.cli('living-wiki:ask', { question: 'lit 1823' })).toMatch(/\[\[lens#History\]\]/);
  expect(await host.cli('living-wiki:ask', { question: 'zzzz' })).toMatch(/Not in the wiki/);
  expect(await host.cli('living-wiki:ask', { question: ' ' })).toMatch(/^Error: /);
  expect(await host.cli('living-wiki:search', { query: 'gathers light', limit: '1' })).toMatch(
    /^\[\[lens\]\] Lens\n.*gathers light/,
  );
  expect(await host.cli('living-wiki:search', { query: 'zzzz' })).toBe('Nothing found in the wiki.');
  const read = await host.cli('living-wiki:read-page', { page: 'lens', section: 'History' });
  expect(read).toContain('lit in 1823');
  expect(read).not.toContain('gathers light');
  expect(await host.cli('living-wiki:read-page', { page: '../../etc/passwd' })).toMatch(/^Error: There is no page/);
});

it('links lead to a proposal and to a finding, or say that it is gone', async () => {
  await start({ files: await wikiFiles({ ...sources, 'concepts/x.md': page('X', '[[nowhere]]') }) });
  const made = await (async () => {
    await eventually(() => expect(host.commands()).toContain('living-wiki:search'));
    return host.cli('living-wiki:ingest', { source: 'sources/lens.md' });
  })();
  const [id = ''] = made.split(' ');
  await host.openUri(`obsidian://living-wiki?proposal=${id}`);
  await eventually(() =>
    expect(host.app.workspace.getLeavesOfType('living-wiki-review')[0]?.getViewState().state).toMatchObject({ id }),
  );
  await host.openUri('obsidian://living-wiki?proposal=0000-none');
  await eventually(() => expect(host.notices).toContain('This proposal no longer exists.'));
  const { findings } = JSON.parse(await host.cli('living-wiki:lint', { json: 'true' })) as {
    findings: { key: string; path: string }[];
  };
  const key = findings.find(({ path }) => path === 'concepts/x.md')!.key;
  await host.openUri(`obsidian://living-wiki?finding=${encodeURIComponent(key)}`);
  await eventually(() => expect(host.app.workspace.getActiveFile()?.path).toBe('wiki/concepts/x.md'));
});

describe('settings', () => {
  async function shown(): Promise<HTMLElement> {
    await eventually(() => expect(host.commands()).toContain('living-wiki:search'));
    const [tab] = host.own.hostState.settingTabs;
    document.body.append(tab!.containerEl);
    tab!.hostShow();
    return tab!.containerEl;
  }

  const row = (el: HTMLElement, name: string): HTMLElement => {
    const found = [...el.querySelectorAll<HTMLElement>('.setting-item')].find(
      (one) => one.querySelector('.setting-item-name')?.textContent === name,
    );
    if (found === undefined) throw new Error(`No setting "${name}".`);
    return found;
  };

  const choose = (el: HTMLElement, name: string, value: string): void => {
    const select = row(el, name).querySelector('select')!;
    select.value = value;
    select.dispatchEvent(new Event('change'));
  };

  it('say that nothing is sent, until a server is chosen, and then what and where to', async () => {
    await start({ files: await wikiFiles({}) });
    const el = await shown();
    expect(el.textContent).toMatch(/Nothing is sent\./);
    choose(el, 'Provider', 'ollama');
    await eventually(() => expect(el.textContent).toMatch(/no model is chosen\. Nothing is sent except/));
    expect(JSON.parse(host.read('.obsidian/plugins/living-wiki/data.json'))).toMatchObject({
      model: { provider: 'ollama' },
    });
    expect(host.uncaught).toEqual([]);
  });

  it('test the connection in plain words, and offer the models that the server lists', async () => {
    await start({ files: await wikiFiles({}) });
    window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const el = await shown();
    choose(el, 'Provider', 'ollama');
    const test = (): string => row(el, 'Test connection').textContent;
    const press = (): void => row(el, 'Test connection').querySelector('button')!.click();
    await eventually(() => expect(el.textContent).toMatch(/Nothing is sent except by/));
    press();
    await eventually(() => expect(test()).toMatch(/was not found\. Check the address/));
    host.machine.requests.answer(() => ({
      status: 200,
      body: { object: 'list', data: [{ id: 'qwen3:4b' }, { id: 'b' }] },
    }));
    press();
    await eventually(() => expect(test()).toMatch(/offers 2 models/));
    choose(el, 'Model', 'qwen3:4b');
    await eventually(() => expect(el.textContent).toMatch(/\(this computer\)/));
    const address = row(el, 'Server address').querySelector('input')!;
    address.value = 'https://models.example/v1';
    address.dispatchEvent(new Event('input'));
    await eventually(() => expect(el.textContent).toMatch(/models\.example\/v1 only when you ingest sources/));
    row(el, 'Ingest new sources automatically').querySelector<HTMLElement>('.checkbox-container')!.click();
    await eventually(() => expect(el.textContent).toMatch(/models\.example\/v1 automatically for each new source/));
  });

  it('a server on another computer gets nothing without encryption until a person agrees', async () => {
    await start({ files: await wikiFiles({}) });
    const asked: string[] = [];
    window.fetch = (input) => {
      asked.push(input instanceof Request ? input.url : input.toString());
      return Promise.reject(new TypeError('Failed to fetch'));
    };
    const el = await shown();
    choose(el, 'Provider', 'custom');
    await eventually(() => expect(el.textContent).toMatch(/Server address/));
    const address = row(el, 'Server address').querySelector('input')!;
    address.value = 'http://models.example/v1';
    address.dispatchEvent(new Event('input'));
    await eventually(() => expect(el.textContent).toMatch(/It is not used until you agree/));
    await eventually(() => expect(el.textContent).toMatch(/no model is chosen\. Nothing is sent except/));
    await host.idle();
    const toggle = (): HTMLElement => row(el, 'Use without encryption').querySelector('.checkbox-container')!;
    const test = (): HTMLElement => row(el, 'Test connection');
    test().querySelector('button')!.click();
    await eventually(() => expect(test().textContent).toMatch(/is not encrypted/));
    expect(asked).toEqual([]);
    const answer = (text: string): void =>
      [...document.querySelectorAll<HTMLElement>('.mod-confirmation button')]
        .find((button) => button.textContent === text)!
        .click();
    toggle().click();
    await eventually(() => expect(document.querySelector('.mod-confirmation')?.textContent).toMatch(/can read/));
    answer('Cancel');
    await eventually(() => expect(toggle().classList.contains('is-enabled')).toBe(false));
    const stored = (): string => host.read('.obsidian/plugins/living-wiki/data.json');
    expect(stored()).not.toContain('plainHttp');
    toggle().click();
    await eventually(() => expect(document.querySelector('.mod-confirmation')).not.toBeNull());
    answer('Use without encryption');
    await eventually(() => expect(stored()).toContain('"plainHttp": "http://models.example"'));
    test().querySelector('button')!.click();
    await eventually(() => expect(asked).toEqual(['http://models.example/v1/models']));
    toggle().click();
    await eventually(() => expect(stored()).not.toContain('plainHttp'));
    expect(host.uncaught).toEqual([]);
  });

  it('try the embedding model, too, and say what the test used; a late answer is ignored', async () => {
    await start({ files: await wikiFiles({}) });
    let goOn = (): void => undefined;
    const slow = new Promise<void>((resolve) => (goOn = resolve));
    const bodies: Readonly<Record<string, object>> = {
      models: { object: 'list', data: [{ id: 'b' }] },
      embeddings: { data: [{ embedding: [1, 2, 3] }], usage: { prompt_tokens: 2 } },
      // The test asks for a plan of eight sentences.
      completions: {
        choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: 'page: lamp | create | 1-8' } }],
        usage: { prompt_tokens: 300, completion_tokens: 12 },
      },
    };
    host.machine.requests.answer(async ({ url }) => {
      await slow;
      return { status: 200, body: bodies[url.split('/').at(-1) ?? ''] ?? {} };
    });
    window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const el = await shown();
    const test = (): HTMLElement => row(el, 'Test connection');
    choose(el, 'Provider', 'ollama');
    await eventually(() => expect(el.textContent).toMatch(/Nothing is sent except by/));
    const input = row(el, 'Embedding model').querySelector('input')!;
    input.value = 'meanings';
    input.dispatchEvent(new Event('input'));
    await eventually(() => expect(el.textContent).toMatch(/Searches and up to 50/));
    test().querySelector('button')!.click();
    await eventually(() => expect(test().textContent).toMatch(/Testing…/));
    choose(el, 'Provider', 'lm-studio');
    await eventually(() => expect(test().textContent).not.toMatch(/Testing…/));
    goOn();
    await host.idle();
    expect(test().textContent).not.toMatch(/offers/);
    test().querySelector('button')!.click();
    await eventually(() =>
      expect(test().textContent).toMatch(
        /offers 1 model\. meanings makes embeddings of 3 numbers\. The test used 302 tokens in, 12 out, price unknown\./,
      ),
    );
    expect(host.uncaught).toEqual([]);
  });

  it.each([
    ['{"version":1,"lintLive":"often"}', { version: 1, lintLive: 'often' }],
    ['{"version":1,"lint', '{"version":1,"lint'],
  ])('that cannot be read are set aside, and it says so: %s', async (data, kept) => {
    await start({ files: { '.obsidian/plugins/living-wiki/data.json': data } });
    await eventually(() => expect(host.notices.join('\n')).toMatch(/setAside/));
    expect(JSON.parse(host.read('.obsidian/plugins/living-wiki/data.json'))).toMatchObject({ setAside: [kept] });
  });

  it('that cannot be saved say why, in plain words', async () => {
    await start({ files: await wikiFiles({}) });
    const el = await shown();
    host.faults.full({ path: /data\.json/ });
    row(el, 'Watch for new sources').querySelector<HTMLElement>('.checkbox-container, input')!.click();
    await eventually(() => expect(noticesOf(host)).toEqual([expect.stringMatching(/^No space left/)]));
  });
});

it('on a phone there is no status bar, and home shows the same', async () => {
  await start({ device: 'phone', files: await wikiFiles(sources) });
  await command('open-home');
  await eventually(() => expect(home()).toMatch(/New sources2.*Switch lens/s));
  expect(host.own.hostState.statusBar).toEqual([]);
  expect(host.uncaught).toEqual([]);
});
