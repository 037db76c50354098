import { isWikiError, type Run, type WikiError } from '../../base';
import { BUILT_IN_SKILLS, parseSkill, skillMissing, type Skill } from '../../maintenance';
import { joinPath, parentPath, relativePath, scopeVault, type Vault } from '../../vault';
import { MANIFEST_NAME } from '../../workspace';
import { unconfirmedChanges } from '../trust/confirmation';
import { VAULT_SKILLS, WIKI_SKILLS } from '../trust/governing-files';
import { skillUnconfirmed } from './errors';
import { type WikiSession } from '../wiki-session';

const MAX_SKILLS = 200;

export interface FoundSkill {
  readonly skill: Skill;
  /** Its own files; `null` for a built-in skill. */
  readonly files: Vault | null;
}

interface FoundSkills {
  /** A skill of the wiki hides a built-in one of the same name, and both hide one of the vault. */
  readonly skills: readonly FoundSkill[];
  readonly broken: readonly WikiError[];
}

/** @param isVaultAllowed whether skills that are kept for coding agents may be run here */
export async function findSkills({ vault, host }: WikiSession, isVaultAllowed: boolean): Promise<FoundSkills> {
  const found = new Map<string, FoundSkill>();
  const broken: WikiError[] = [];
  const add = async (from: Vault, folder: string, origin: Skill['origin'], root: string): Promise<void> => {
    for (const entry of (await from.list(folder)).slice(0, MAX_SKILLS)) {
      const path = `${entry.path}/SKILL.md`;
      if (entry.kind !== 'folder' || (await from.stat(path))?.kind !== 'file') continue;
      const name = entry.path.slice(folder.length + 1);
      try {
        const skill = parseSkill(await from.readText(path), name, origin, joinPath(root, path));
        if (!found.has(name)) found.set(name, { skill, files: scopeVault(from, entry.path) });
      } catch (error) {
        if (!isWikiError(error)) throw error;
        broken.push(error);
      }
    }
  };
  await add(vault, WIKI_SKILLS, 'wiki', host.root);
  for (const skill of BUILT_IN_SKILLS()) if (!found.has(skill.name)) found.set(skill.name, { skill, files: null });
  if (isVaultAllowed) for (const folder of VAULT_SKILLS) await add(host.vault, folder, 'vault', '');
  return { skills: [...found.values()], broken };
}

/**
 * @throws WikiError `living-wiki:skill_missing`, `living-wiki:skill_invalid`; `living-wiki:skill_unconfirmed` for one that a
 * person has not approved as it is
 */
export async function findSkill(
  session: WikiSession,
  name: string,
  isVaultAllowed: boolean,
  run: Run,
): Promise<FoundSkill> {
  const { skills, broken } = await findSkills(session, isVaultAllowed);
  const found = skills.find(({ skill }) => skill.name === name);
  if (found === undefined) {
    const failure = broken.find(({ message }) => message.includes(`"${name}"`));
    throw (
      failure ??
      skillMissing(
        name,
        skills.map(({ skill }) => skill.name),
      )
    );
  }
  const { path } = found.skill;
  if (path !== null) {
    const changes = await unconfirmedChanges(session, await session.lenses(run), true);
    const folder = relativePath(joinPath(session.host.root, MANIFEST_NAME), parentPath(path));
    const change = changes.find((each) => each.path.startsWith(`${folder}/`));
    if (change !== undefined) throw skillUnconfirmed(name, change);
  }
  return found;
}
