import { normalizePath, TFile } from 'obsidian';
import { SerialQueue } from '../../base';
import { WikiError, type AskResult } from '../../workbench';
import { type WikiController } from '../controller';
import { appClock } from '../host/time';
import { folderProblem, noteName } from './conversation-folder';
import { turnMarkdown } from './view-model/markdown';

/**
 * Saves one conversation as a note, if a folder is chosen. Answers are appended, so that what the user wrote into the note
 * stays.
 */
export class ConversationNote {
  readonly #controller: WikiController;
  #path: string | null = null;
  readonly #queue = new SerialQueue();

  constructor(controller: WikiController) {
    this.#controller = controller;
  }

  /** Saves answers in order. An error is shown as a notice. */
  add(answer: AskResult): Promise<void> {
    return this.#queue.add(() => this.#add(answer).catch((error: unknown) => this.#controller.showError(error)));
  }

  async #add(answer: AskResult): Promise<void> {
    const { app, settings, roots } = this.#controller;
    if (settings.conversations === '') return;
    const folder = normalizePath(settings.conversations);
    const problem = folderProblem(folder, roots);
    if (problem !== null) throw new WikiError('living-wiki:config_invalid', problem);
    const { vault } = app;
    const text = turnMarkdown(answer);
    const known = this.#path === null ? null : vault.getAbstractFileByPath(this.#path);
    if (known instanceof TFile) {
      await vault.append(known, `\n---\n\n${text}\n`);
      return;
    }
    if (vault.getFolderByPath(folder) === null) await vault.createFolder(folder);
    const name = noteName(answer.question, localDay(appClock.now()));
    let path = `${folder}/${name}.md`;
    for (let at = 2; vault.getAbstractFileByPath(path) !== null; at += 1) path = `${folder}/${name} ${at}.md`;
    this.#path = (await vault.create(path, `${text}\n`)).path;
  }
}

/** The day in the local time zone. @param now milliseconds since the epoch */
function localDay(now: number): string {
  const minutes = new Date(now).getTimezoneOffset();
  return new Date(now - minutes * 60_000).toISOString().slice(0, 10);
}
