import { isWikiError } from '../../base';
import { builtInScope, type PackScope } from '../../workbench';
import { joinPath, scopeVault, type Vault } from '../../vault';

/** Where packs are, in the vault and in the folder of the wiki. Source: Agent Knowledge client guide, step 1. */
const FOLDERS = ['.living-wiki/knowledge', '.agents/knowledge'];

/** Bytes of a `.gitignore` that is read. */
const MAX_RULES = 200_000;

/** The places in which the app looks for packs: those of the vault, and the product's own guide. */
export async function appPackScopes(vault: Vault, root: string): Promise<readonly PackScope[]> {
  const scopes: PackScope[] = [];
  for (const project of new Set([root, ''])) {
    const rules = await readRules(vault, joinPath(project, '.gitignore'));
    for (const folder of FOLDERS) {
      const place = joinPath(project, folder);
      const scope: PackScope = { kind: 'project', place, vault: scopeVault(vault, place) };
      scopes.push(rules === null ? scope : { ...scope, ignored: { rules, path: folder } });
    }
  }
  return [...scopes, await builtInScope()];
}

async function readRules(vault: Vault, path: string): Promise<string | null> {
  try {
    const stat = await vault.stat(path);
    return stat?.kind === 'file' && stat.size <= MAX_RULES ? await vault.readText(path) : null;
  } catch (error) {
    if (isWikiError(error)) return null;
    throw error;
  }
}
