import { ItemView, Notice, Plugin, Setting, type WorkspaceLeaf } from 'obsidian';
import { Host, installDom } from '..';

const manifest = { id: 'p', name: 'P', version: '1.0.0', minAppVersion: '1.13.0', description: '', author: '' };

class Hello extends ItemView {
  getViewType(): string {
    return 'hello';
  }
  getDisplayText(): string {
    return 'Hello';
  }
  override async onOpen(): Promise<void> {
    this.contentEl.createDiv({ cls: 'greeting', text: 'Hello there' });
  }
}

class Probe extends Plugin {
  override onload(): void {
    this.registerView('hello', (leaf: WorkspaceLeaf) => new Hello(leaf));
    this.addRibbonIcon('info', 'Say hello', () => new Notice('Hello'));
    this.addStatusBarItem().setText('ready');
  }
}

let takeAway: () => void;
beforeAll(() => {
  takeAway = installDom();
});
afterAll(() => takeAway());

it('a view is drawn in its leaf, and a ribbon icon, a notice and a status bar item are there', async () => {
  const host = await Host.start({ plugins: [{ type: Probe, manifest }] });
  const leaf = host.app.workspace.getLeaf('tab');
  await leaf.setViewState({ type: 'hello', active: true });
  expect(document.querySelector('.workspace-leaf.mod-active .greeting')?.textContent).toBe('Hello there');
  document.querySelector<HTMLElement>('.side-dock-ribbon-action')?.click();
  expect(host.notices).toEqual(['Hello']);
  expect(document.querySelector('.status-bar')?.textContent).toBe('ready');
  const setting = new Setting(document.body).setName('Name').addToggle((toggle) => toggle.setValue(true));
  expect(setting.controlEl.querySelector('input')?.checked).toBe(true);
  await host.quit();
  expect(document.body.childElementCount).toBe(0);
});
