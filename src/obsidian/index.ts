/**
 * obsidian: the app as host of the product: adapters for its files, its network and its time, the views, the commands and
 * the settings.
 *
 * Promises: loading registers and does nothing else; every change to a page goes through the workbench, and from there through
 * the app's own files, so that an open editor never loses text; unloading leaves nothing behind.
 */
export { LivingWikiPlugin } from './plugin';
