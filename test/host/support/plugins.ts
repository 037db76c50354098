import { ItemView, Plugin, type PluginManifest, type ViewStateResult } from 'obsidian';

export const manifest: PluginManifest = {
  id: 'probe',
  name: 'Probe',
  version: '1.0.0',
  minAppVersion: '1.13.0',
  description: 'A plugin for tests of the stand-in.',
  author: 'Living Wiki contributors',
};

/** A view that keeps a word in its state. */
export class WordView extends ItemView {
  word = '';

  getViewType(): string {
    return 'word';
  }

  getDisplayText(): string {
    return `Word ${this.word}`;
  }

  override getState(): Record<string, unknown> {
    return { word: this.word };
  }

  override async setState(state: { word?: string }, result: ViewStateResult): Promise<void> {
    this.word = state.word ?? '';
    await super.setState(state, result);
  }
}

export class WordPlugin extends Plugin {
  override onload(): void {
    this.registerView('word', (leaf) => new WordView(leaf));
  }
}
