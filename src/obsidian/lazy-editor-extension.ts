import { type Extension } from '@codemirror/state';
import { type Component, type Plugin } from 'obsidian';

interface EditorComponent extends Component {
  extension(): Extension;
}

/**
 * An extension of the editor whose code is loaded when it is first needed.
 * @returns what loads it, once, and shows it in the editors that are open
 */
export function lazyEditorExtension<T extends EditorComponent>(
  plugin: Plugin,
  importComponent: () => Promise<T>,
): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  // Read again by `updateOptions`, which adds what is put in later.
  const extensions: Extension[] = [];
  let isUnloaded = false;
  plugin.register(() => (isUnloaded = true));
  plugin.registerEditorExtension(extensions);
  const load = async (): Promise<T> => {
    const component = await importComponent();
    if (isUnloaded) return component;
    extensions.push(plugin.addChild(component).extension());
    plugin.app.workspace.updateOptions();
    return component;
  };
  return () => (loaded ??= load());
}
