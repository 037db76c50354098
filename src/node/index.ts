/**
 * node: what the command line and the server share on Node: files with their locks, settings and secrets outside every wiki,
 * readers of documents, and the one function that opens a wiki of this machine.
 *
 * Promises: paths never leave their folder, through links neither; a file is replaced as a whole or not at all; a file with secrets is
 * readable only by its owner.
 */
export { AutomationFile } from './automation-file';
export { attemptFile, configPath, writeConfig, writePrivate, type Env } from './config-file';
export { conversationInputs } from './conversation-files';
export { createDeviceMemory } from './device';
export { asVaultError, errnoOf } from './errors';
export { findWiki, locateWiki, type WikiLocation } from './locate-wiki';
export { createNodeLock, isOwnerGone, nodeOwner } from './lock';
export { onMemory, questionsIn } from './memory';
export { locateMemory, wikiBeside } from './memory-folder';
export {
  createNodeModelHost,
  ENVIRONMENT_OVERRIDES,
  isConfigured,
  loadModelConfig,
  nodeTimer,
  type CommandEnvironment,
  type ModelConfig,
} from './model-config';
export { openWiki, type NodeEnvironment, type WikiPorts } from './open-wiki';
export { nodePackHost } from './pack-scopes';
export { nodeRandom } from './random';
export { readJwks, UnitKeyFile } from './unit-keys';
export { receiveFile } from './receive-file';
export { createUsageLog } from './usage-log';
export { createNodeVault } from './vault';
export { version } from './version';
export { watchFolder } from './watch';
