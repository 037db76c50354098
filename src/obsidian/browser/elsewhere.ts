import { Notice } from 'obsidian';
import { browser as words } from '../locale/en/browser';

/** Says that something is done in the app. The build puts this module in the place of screens that the page does not have. */
export function showElsewhere(): void {
  new Notice(words.elsewhere);
}

export { showElsewhere as neverMake, showElsewhere as openDeliberate, showElsewhere as openExpired };
