import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { builtInScope, isWikiError, type PackHost, type PackScope } from '../workbench';
import { nodeRandom } from './random';
import { loadModelConfig, type CommandEnvironment } from './model-config';
import { createNodeVault } from './vault';

/** Where packs are, in a project and in the home folder. Source: Agent Knowledge client guide, step 1. */
const FOLDERS = [path.join('.living-wiki', 'knowledge'), path.join('.agents', 'knowledge')];

/** Bytes of a `.gitignore` that is read. */
const MAX_RULES = 200_000;

/**
 * The places in which the command line looks for packs.
 *
 * @param projects folders whose packs are used, the nearest first; the repository of the last one is added
 */
export function nodePackHost(environment: CommandEnvironment, projects: readonly string[]): PackHost {
  return {
    // The last of them is the vault.
    target: (folder) => createNodeVault(path.resolve(projects.at(-1) ?? '', folder)),
    async scopes() {
      // Without an environment, as in a test, nothing outside the project is looked at.
      const { env } = environment;
      const home = env === undefined ? null : (env.HOME ?? homedir());
      const repository = repositoryOf(projects.at(-1) ?? '', home);
      const places = new Set(repository === null ? projects : [...projects, repository]);
      const scopes = [...places].flatMap(projectScopes);
      if (home !== null) {
        for (const folder of FOLDERS) {
          const place = path.join(home, folder);
          if (!scopes.some((scope) => scope.place === place)) scopes.push(scopeAt('user', place));
        }
      }
      const shared = organizationFolder(environment);
      if (shared !== undefined) scopes.push(scopeAt('organization', path.resolve(shared)));
      if (env !== undefined) scopes.push(await builtInScope());
      return scopes;
    },
  };
}

function organizationFolder(environment: CommandEnvironment): string | undefined {
  try {
    return loadModelConfig(environment, nodeRandom).settings.packsFolder;
  } catch (error) {
    // Settings that cannot be read are reported where they matter more.
    if (isWikiError(error)) return undefined;
    throw error;
  }
}

const scopeAt = (kind: PackScope['kind'], place: string): PackScope => ({ kind, place, vault: createNodeVault(place) });

/**
 * The repository that a folder belongs to, since agents keep their packs at its top; `null` where there is none. A home
 * folder that is a repository itself is not a project: its packs are the user's.
 */
function repositoryOf(folder: string, home: string | null): string | null {
  for (let at = folder; at !== path.dirname(at) && at !== home; at = path.dirname(at)) {
    if (existsSync(path.join(at, '.git'))) return at;
  }
  return null;
}

function projectScopes(project: string): PackScope[] {
  const rules = readRules(path.join(project, '.gitignore'));
  return FOLDERS.map((folder) => {
    const place = path.join(project, folder);
    const scope = scopeAt('project', place);
    // A folder that somebody sends could lead anywhere.
    if (leavesProject(project, place)) return { ...scope, refused: 'It is a link that leads out of the project.' };
    return rules === null ? scope : { ...scope, ignored: { rules, path: folder.split(path.sep).join('/') } };
  });
}

function leavesProject(project: string, place: string): boolean {
  if (!existsSync(place)) return false;
  const inside = path.relative(realpathSync(project), realpathSync(place));
  return inside.startsWith('..') || path.isAbsolute(inside);
}

function readRules(file: string): string | null {
  try {
    return statSync(file).size > MAX_RULES ? null : readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
