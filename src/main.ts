export { LivingWikiPlugin as default } from './obsidian';
