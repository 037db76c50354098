/**
 * obsidian: runs the product in Obsidian: adapters for files, network and time, and the views, commands and settings.
 *
 * Promises: loading the plugin only registers things; every change to a page goes through the workbench and Obsidian's own
 * file API, so that an open editor never loses text; unloading leaves nothing behind.
 */
export { LivingWikiPlugin } from './plugin';
