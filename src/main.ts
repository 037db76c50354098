import { Plugin } from 'obsidian';

/** The plugin's entry. It loads and registers nothing yet: the wiki is kept by the command-line host so far. */
export default class LivingWikiPlugin extends Plugin {}
