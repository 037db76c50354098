import { type Browser } from 'playwright-core';
import { describeInBrowser, openApp, startBrowser, stopBrowser } from './driver';

/** A plugin that uses a little of everything, to see that the page carries it. */
const probe = `
const { Plugin, ItemView, Modal, Notice, setIcon, MarkdownRenderer } = require('obsidian');
class Hello extends ItemView {
  getViewType() { return 'hello'; }
  getDisplayText() { return 'Hello'; }
  async onOpen() {
    this.contentEl.createEl('h2', { text: 'Hello there' });
    await MarkdownRenderer.render(this.app, 'See [[a]] and **this**.', this.contentEl.createDiv('markdown-rendered'), '', this);
    this.contentEl.createEl('button', { text: 'Ask' }).addEventListener('click', () => {
      const modal = new Modal(this.app);
      modal.setTitle('A question');
      modal.contentEl.createEl('button', { text: 'Yes' }).addEventListener('click', () => { modal.close(); new Notice('Agreed'); });
      modal.open();
    });
  }
}
module.exports = class extends Plugin {
  onload() {
    this.registerView('hello', (leaf) => new Hello(leaf));
    this.addRibbonIcon('info', 'Say hello', () => new Notice('Hello'));
    this.addStatusBarItem().setText('ready');
    this.addCommand({ id: 'open', name: 'Open hello', callback: () =>
      this.app.workspace.getLeaf('tab').setViewState({ type: 'hello', active: true }) });
    this.addCommand({ id: 'popout', name: 'Open hello in a window', callback: () =>
      this.app.workspace.getLeaf('window').setViewState({ type: 'hello', active: true }) });
  }
};`;

describeInBrowser('the page that stands in for the app', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => stopBrowser(browser));

  const files = { 'a.md': '# A\n\nText', 'd/b.md': '[[a]]' };

  it('a plugin is used by mouse and by keyboard, and its view comes back after a restart', async () => {
    const app = await openApp(browser, { files, plugin: probe });
    await app.page.keyboard.press('Control+p');
    await app.page.keyboard.type('open hello');
    await app.page.keyboard.press('Enter');
    await app.page.getByRole('button', { name: 'Ask' }).click();
    await app.page.getByRole('dialog').getByRole('button', { name: 'Yes' }).press('Enter');
    expect(await app.host((page) => page.host.notices.at(-1))).toBe('Agreed');
    expect(await app.page.locator('.workspace-leaf.mod-active a.internal-link').getAttribute('data-href')).toBe('a');
    await app.host((page) => page.restart());
    expect(await app.page.getByRole('heading', { name: 'Hello there' }).isVisible()).toBe(true);
    expect(app.errors).toEqual([]);
    await app.close();
  });

  it('a pop-out window has a document of its own', async () => {
    const app = await openApp(browser, { files, plugin: probe });
    await app.host((page) => page.host.runCommand('living-wiki:popout'));
    const frame = app.page.frameLocator('iframe');
    expect(await frame.getByRole('heading', { name: 'Hello there' }).isVisible()).toBe(true);
    const isOther = await app.host(({ host }) => {
      const [leaf] = host.own.workspace.getLeavesOfType('hello');
      return leaf?.view.containerEl.ownerDocument !== document && activeDocument !== document;
    });
    expect(isOther).toBe(true);
    await app.close();
  });

  it.each([
    ['light', 'desktop'],
    ['dark', 'desktop'],
    ['light', 'phone'],
    ['dark', 'phone'],
  ] as const)('its own frame passes the accessibility checks (%s, %s)', async (theme, device) => {
    const app = await openApp(browser, { files, plugin: probe, theme, device });
    await app.host((page) => page.host.runCommand('living-wiki:open'));
    expect(await app.accessibility()).toEqual([]);
    await app.close();
  });

  it('what a plugin may not use throws with a name', async () => {
    const app = await openApp(browser, { files, plugin: probe });
    const said = await app.host(({ host }) => {
      try {
        return String((host.app as unknown as { commands: unknown }).commands);
      } catch (error) {
        return (error as Error).name;
      }
    });
    expect(said).toBe('Unmodelled');
    await app.close();
  });
});
