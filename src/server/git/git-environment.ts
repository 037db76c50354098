import { devNull } from 'node:os';

/** A setting of git and its value. */
export type GitSetting = readonly [key: string, value: string];

export interface GitCallOptions {
  /** Protocols that a call may use; none when absent. */
  readonly protocols?: readonly string[];
  /** Added to the settings of git; never shown. */
  readonly settings?: readonly GitSetting[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Settings that hold for every call, whatever a repository or a machine says: no hooks, no filters, no links, no submodules, no
 * programs that a setting names, and no rewritten objects.
 */
const LOCKED: readonly GitSetting[] = [
  ['core.hooksPath', devNull],
  ['core.fsmonitor', 'false'],
  ['core.symlinks', 'false'],
  ['core.attributesFile', devNull],
  ['core.excludesFile', devNull],
  ['core.protectHFS', 'true'],
  ['core.protectNTFS', 'true'],
  ['core.pager', 'cat'],
  ['core.editor', 'false'],
  ['core.askPass', ''],
  ['credential.helper', ''],
  ['fetch.fsckObjects', 'true'],
  ['transfer.fsckObjects', 'true'],
  // Made by tools of long ago, and harmless.
  ['fetch.fsck.zeroPaddedFilemode', 'ignore'],
  // What a fetch brings is always one pack, so that its size can be seen while it grows.
  ['fetch.unpackLimit', '1'],
  ['fetch.recurseSubmodules', 'false'],
  ['push.recurseSubmodules', 'no'],
  ['submodule.recurse', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['http.followRedirects', 'false'],
  ['http.lowSpeedLimit', '1000'],
  ['http.lowSpeedTime', '30'],
  ['push.gpgSign', 'false'],
  ['commit.gpgSign', 'false'],
  ['protocol.ext.allow', 'never'],
  ['uploadpack.packObjectsHook', ''],
];

/** The environment of a call of git, in which only what is named here counts. */
export function gitEnvironment({ protocols = [], settings = [], env = {} }: GitCallOptions): NodeJS.ProcessEnv {
  const all = [...LOCKED, ...settings];
  const { PATH = '', SSH_AUTH_SOCK } = process.env;
  return {
    PATH,
    // The agent that holds keys, if the machine has one.
    ...(SSH_AUTH_SOCK !== undefined && { SSH_AUTH_SOCK }),
    LC_ALL: 'C',
    HOME: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_SYSTEM: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_ALLOW_PROTOCOL: protocols.length === 0 ? 'none' : protocols.join(':'),
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_CONFIG_COUNT: String(all.length),
    ...Object.fromEntries(
      all.flatMap(([key, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, key],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ]),
    ),
    ...env,
  };
}
