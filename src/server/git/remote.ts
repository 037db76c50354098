import { isAbsolute } from 'node:path';
import { refused } from './errors';
import { type GitSetting } from './git-environment';
import { isPlainName } from './tree';

/** A git repository that holds a wiki, and how it is reached. */
export interface GitRemote {
  /** `https://…`, `ssh://…`, `git@host:…`, or the path of a bare repository on this machine. */
  readonly url: string;
  readonly branch: string;
  /** The wiki's folder in the repository; `''` for all of it. */
  readonly path: string;
  /** A token for `https`, with the name of its user if the host asks for one. */
  readonly token: { readonly user: string; readonly secret: string } | null;
  /** A file with the certificates to trust for `https`; those of the machine when absent. */
  readonly ca?: string;
  /** Files for `ssh`. */
  readonly sshKey: string | null;
  readonly knownHosts: string | null;
}

/** What is given to git so that it can reach a remote. */
export interface Access {
  readonly url: string;
  readonly protocols: readonly string[];
  readonly settings: readonly GitSetting[];
  readonly env: Readonly<Record<string, string>>;
  /** Options of a push. */
  readonly pushOptions: readonly string[];
  /** Removes what must not be shown from what git says. */
  scrub(text: string): string;
}

/** Under which branches show proposals. */
export const REVIEW_PREFIX = 'living-wiki/';

const BRANCH = /^[A-Za-z0-9_][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/;

/** A name that git takes for a branch, and for nothing else. */
export function isBranchName(name: string): boolean {
  return (
    name.length <= 200 &&
    BRANCH.test(name) &&
    !/\.\.|\.lock(?:\/|$)|\.(?:\/|$)/.test(name) &&
    name.toUpperCase() !== 'HEAD'
  );
}

/** @throws WikiError `living-wiki:git_refused` for an address, a branch or a folder that git could take for something else */
export function accessOf({ url, branch, path, token, ca, sshKey, knownHosts }: GitRemote): Access {
  if (!isBranchName(branch)) {
    throw refused(
      'The name of the branch is not one that the server uses.',
      'Use letters, digits, “-”, “_”, “.” and “/”.',
    );
  }
  if (branch.startsWith(REVIEW_PREFIX)) {
    throw refused(
      `Branches that begin with ${REVIEW_PREFIX} are for proposals, and hold no wiki.`,
      'Name the branch that people work on.',
    );
  }
  if (path !== '' && !isPlainName(path)) {
    throw refused(
      'The folder of the wiki is not a path inside the repository.',
      'Write it as notes/wiki, without “..”.',
    );
  }
  const protocol = protocolOf(url);
  const settings: GitSetting[] = [];
  const secrets: string[] = [];
  if (token && protocol.startsWith('http')) {
    const basic = Buffer.from(`${token.user}:${token.secret}`).toString('base64');
    settings.push([`http.${new URL(url).origin}/.extraHeader`, `Authorization: Basic ${basic}`]);
    secrets.push(token.secret, basic);
  }
  if (ca !== undefined && protocol === 'https') settings.push([`http.${new URL(url).origin}/.sslCAInfo`, ca]);
  const env: Record<string, string> = {};
  if (protocol === 'ssh') {
    const known = knownHosts ? ` -o UserKnownHostsFile=${quote(knownHosts)}` : '';
    const key = sshKey ? ` -i ${quote(sshKey)} -o IdentitiesOnly=yes` : '';
    env.GIT_SSH_COMMAND = `ssh -F none -o BatchMode=yes -o StrictHostKeyChecking=yes -o ConnectTimeout=15${known}${key}`;
    env.GIT_SSH_VARIANT = 'ssh';
  }
  return {
    ...{ url, settings, env },
    pushOptions: protocol === 'file' ? [WITHOUT_HOOKS] : [],
    protocols: [protocol],
    scrub: (text) => secrets.reduce((all, secret) => all.replaceAll(secret, '…'), withoutPasswords(text)),
  };
}

function protocolOf(url: string): string {
  // Control characters could end an argument or a line.
  if (/[\p{Cc}\s]/u.test(url) || url.length > 2_000 || url.startsWith('-')) throw badUrl();
  if (isAbsolute(url)) return 'file';
  if (/^[A-Za-z0-9_][\w.-]*@[A-Za-z0-9][\w.-]*:[^:]+$/.test(url) && !/:-|::/.test(url)) return 'ssh';
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw badUrl();
  }
  const { protocol, hostname, username, password } = parsed;
  const isLoopback = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  if (password !== '' || (username !== '' && protocol !== 'ssh:')) {
    throw refused('The address of the repository holds a name or a password.', 'Name the token as "token" instead.');
  }
  if (hostname === '' || hostname.startsWith('-') || username.startsWith('-')) throw badUrl();
  if (protocol === 'https:') return 'https';
  if (protocol === 'ssh:') return 'ssh';
  if (protocol === 'http:' && isLoopback) return 'http';
  throw badUrl();
}

/** A repository of this machine is written by our own user, who must not run what it holds; git drops our settings on that way. */
const WITHOUT_HOOKS = '--receive-pack=git -c core.hooksPath=/dev/null receive-pack';

function badUrl() {
  return refused(
    'The address of the repository is not one that the server uses.',
    'Use https://…, ssh://…, git@host:owner/name.git, or the absolute path of a bare repository on this machine.',
  );
}

/** For the one setting of git that a shell reads. */
function quote(file: string): string {
  return `'${file.replaceAll("'", `'\\''`)}'`;
}

function withoutPasswords(text: string): string {
  return text.replace(/(\w+:\/\/)[^\s/@]+@/g, '$1');
}
