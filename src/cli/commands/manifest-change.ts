import { type Workbench } from '../../workbench';
import { withWorkbench, type CommandContext, type CommonOptions } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { printJson } from '../print';

/** Changes the manifest as a person decided, and prints how to undo that. */
export function changeManifest(
  context: CommandContext,
  options: CommonOptions,
  change: (workbench: Workbench) => Promise<{ readonly transaction: string | null }>,
): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench, run) => {
    const changed = await change(workbench);
    run.hideProgress();
    if (options.json === true) printJson(terminal, changed);
    else if (changed.transaction === null) terminal.out('Nothing changed.\n');
    else terminal.out(`Written to KNOWLEDGE.md. Undo: living-wiki undo ${changed.transaction}\n`);
    return EXIT.done;
  });
}
