import path from 'node:path';
import * as z from 'zod/mini';
import { isWikiError } from '../workbench';
import { type Env } from '../node';
import { invalid, isReference, secretOf, settingText } from './config-values';
import { accessOf, type GitRemote } from './git';

/** Where the files of a wiki are: a folder of this machine, or a git repository that is cloned into the server's own folder. */
type WikiSource =
  /** @property vault a folder around it that holds its views; `null` when they are in it, or there are none */
  | { readonly kind: 'folder'; readonly folder: string; readonly vault: string | null }
  | { readonly kind: 'remote'; readonly remote: GitRemote };

interface ServedSchedule {
  readonly skill: string;
  readonly cron: string;
  readonly timeZone: string;
}

export interface WikiConfig {
  /** Its name in addresses. */
  readonly name: string;
  readonly source: WikiSource;
  /** The view through which everybody reads it; `null` for the wiki's own. */
  readonly lens: string | null;
  /** Where proposals are reviewed: here, or on branches of the repository. */
  readonly review: 'inline' | 'branch';
  readonly schedules: readonly ServedSchedule[];
}

export const wikiShape = z.strictObject({
  name: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,62}$/)),
  folder: z.exactOptional(settingText()),
  vault: z.exactOptional(settingText()),
  remote: z.exactOptional(settingText()),
  branch: z.exactOptional(settingText()),
  path: z.exactOptional(settingText()),
  token: z.exactOptional(settingText()),
  'token-user': z.exactOptional(settingText()),
  ca: z.exactOptional(settingText()),
  'ssh-key': z.exactOptional(settingText()),
  'known-hosts': z.exactOptional(settingText()),
  lens: z.exactOptional(settingText()),
  review: z.exactOptional(z.enum(['inline', 'branch'])),
  schedules: z.exactOptional(
    z
      .array(z.strictObject({ skill: settingText(), cron: settingText(), 'time-zone': z.exactOptional(settingText()) }))
      .check(z.maxLength(50)),
  ),
});

type StoredWiki = z.infer<typeof wikiShape>;

/** @throws WikiError `living-wiki:server_config_invalid` */
export function wikisOf(wikis: readonly StoredWiki[], file: string, env: Env): readonly WikiConfig[] {
  const names = new Set<string>();
  return wikis.map((wiki) => {
    const { name, lens, review = 'inline', schedules = [] } = wiki;
    if (names.has(name)) throw invalid(file, `Two wikis are named "${name}".`);
    names.add(name);
    if (review === 'branch' && wiki.remote === undefined) {
      throw invalid(file, `The wiki "${name}" has no remote, so its proposals cannot be reviewed on branches.`);
    }
    return {
      ...{ name, source: sourceOf(wiki, file, env), review },
      lens: lens ?? null,
      schedules: schedules.map(({ skill, cron, 'time-zone': timeZone = 'UTC' }) => ({ skill, cron, timeZone })),
    };
  });
}

function sourceOf(wiki: StoredWiki, file: string, env: Env): WikiSource {
  const { name, folder, vault, remote } = wiki;
  const at = (named: string): string => path.resolve(path.dirname(file), named);
  if (folder !== undefined && remote === undefined) {
    return { kind: 'folder', folder: at(folder), vault: vault === undefined ? null : at(vault) };
  }
  if (remote === undefined || folder !== undefined) {
    throw invalid(file, `The wiki "${name}" needs either a folder or a remote.`);
  }
  const { branch = 'main', path: inside = '', token, 'token-user': user = 'git' } = wiki;
  const { 'ssh-key': sshKey, 'known-hosts': knownHosts } = wiki;
  if (token !== undefined && !isReference(token)) {
    throw invalid(
      file,
      `The token of the wiki "${name}" is written in the file. Name it as env:NAME or file:/path instead.`,
    );
  }
  const found: GitRemote = {
    ...{ url: remote, branch, path: inside },
    token: token === undefined ? null : { user, secret: secretOf(token, 'wikis.token', file, env) },
    ...(wiki.ca !== undefined && { ca: at(wiki.ca) }),
    sshKey: sshKey === undefined ? null : at(sshKey),
    knownHosts: knownHosts === undefined ? null : at(knownHosts),
  };
  try {
    accessOf(found);
  } catch (error) {
    throw isWikiError(error) ? invalid(file, `The wiki "${name}": ${error.message}`) : error;
  }
  return { kind: 'remote', remote: found };
}
