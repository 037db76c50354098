import { type AskResult } from '../../workbench';
import { type WikiController } from '../controller';
import { type ChatTurn } from './view-model/thread';

/** What the parts of a conversation share. */
export interface ChatContext {
  readonly controller: WikiController;
  /** Shows Obsidian's preview of a page. @param link a wikilink of the vault */
  hover(event: MouseEvent, el: HTMLElement, link: string): void;
  edit(turn: ChatTurn): void;
  retry(turn: ChatTurn): void;
  /** Asks again without the chosen lens, as a question of its own. */
  lookEverywhere(turn: ChatTurn): void;
  back(): void;
  copy(turn: ChatTurn): void;
  save(answer: AskResult): void;
  draft(turn: ChatTurn, event: MouseEvent): void;
  /** Whether this turn replaced an answer that can be restored. */
  canGoBack(turn: ChatTurn): boolean;
}
