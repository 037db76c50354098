import { type Workbench } from '../../workbench';
import { withWorkbench, type CommandContext, type CommonOptions } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { printJson } from '../print';

interface ManifestChange {
  readonly transaction: string | null;
  readonly proposals?: readonly string[];
}

/** Changes the manifest as a person decided, and prints how to undo that. */
export function changeManifest(
  context: CommandContext,
  options: CommonOptions,
  change: (workbench: Workbench) => Promise<ManifestChange>,
): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench, run) => {
    const changed = await change(workbench);
    run.hideProgress();
    if (options.json === true) printJson(terminal, changed);
    else if (changed.transaction === null) terminal.out('Nothing changed.\n');
    else terminal.out(`Written to KNOWLEDGE.md. Undo: living-wiki undo ${changed.transaction}\n`);
    if (options.json !== true)
      for (const id of changed.proposals ?? [])
        terminal.out(`Proposal ${id} gives the page its title. Apply: living-wiki proposals apply ${id}\n`);
    return EXIT.done;
  });
}
