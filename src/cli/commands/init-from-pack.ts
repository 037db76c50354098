import path from 'node:path';
import { plural } from '../../base';
import { discoverPacks, packSources, WikiError } from '../../workbench';
import { withWorkbench, type CommandContext } from '../context';
import { createNodeVault } from '../../node';
import { printable, terminalRun, type Terminal } from '../terminal';
import { selectModel } from '../select-model';

interface PackToIngest {
  readonly name: string;
  readonly sources: Awaited<ReturnType<typeof packSources>>;
}

interface IngestedPack {
  readonly name: string;
  readonly sources: number;
  readonly proposals: readonly string[];
  readonly failed: readonly string[];
}

/**
 * The documents of the pack in a folder.
 * @throws WikiError `living-wiki:pack_missing`, `living-wiki:pack_empty`
 */
export async function readPack(context: CommandContext, folder: string): Promise<PackToIngest> {
  const place = path.resolve(context.cwd, folder);
  const run = terminalRun(context.terminal, context.signal, true);
  const { packs, archived, leftOut } = await discoverPacks(
    [{ kind: 'project', place, vault: createNodeVault(place) }],
    run,
    { depth: 0 },
  );
  const pack = packs[0] ?? archived[0];
  if (pack === undefined) {
    // That deeper folders were not searched is no reason: only this folder was named.
    const why = leftOut.find(({ reason }) => reason !== 'limit');
    throw new WikiError('living-wiki:pack_missing', `There is no knowledge pack in ${place}.`, {
      path: place,
      remedy: why?.message ?? 'Name the folder that holds its KNOWLEDGE.md.',
    });
  }
  return { name: pack.item.name, sources: await packSources(pack, run) };
}

/** Copies the documents into the folder of sources, and makes proposals from them. No page is written. */
export async function ingestPack(
  context: CommandContext,
  wiki: string,
  folder = 'sources',
  { name, sources }: PackToIngest,
  { json }: { readonly json?: boolean },
): Promise<IngestedPack> {
  const vault = createNodeVault(wiki);
  const paths: string[] = [];
  for (const source of sources) {
    const target = `${folder}/${source.name}`;
    // A file that is there already stays as it is.
    if ((await vault.stat(target)) === null) await vault.write(target, source.bytes, { expected: null });
    paths.push(target);
  }
  return withWorkbench(
    context,
    { wiki, ...(json !== undefined && { json }) },
    async (workbench, run) => {
      const { proposals, failed } = await workbench.ingest({ apply: false, sources: paths }, run);
      run.hideProgress();
      return {
        name,
        sources: paths.length,
        proposals: proposals.map(({ id }) => id),
        failed: failed.map((one) => `${one.path}: ${one.message}`),
      };
    },
    selectModel(context),
  );
}

export function printIngested(terminal: Terminal, { name, sources, proposals, failed }: IngestedPack): void {
  terminal.out(`  Copied ${plural(sources, 'document')} of the pack ${printable(name)} into the folder of sources.\n`);
  for (const problem of failed) terminal.err(`  ! ${printable(problem)}\n`);
  const review = 'living-wiki proposals';
  terminal.out(`\n${plural(proposals.length, 'proposal')} to review: ${review}\n`);
}
