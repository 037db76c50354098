/**
 * cli: the commands of Obsidian's own command line. Only their registration runs when the plugin starts.
 */
export { addCliHandlers } from './register';
