import { type Run } from '../../base';
import { type Grounding } from '../../packs';
import { type PackLibrary } from './pack-library';

/** Tokens that one answer may have at most. */
export const MAX_CONTEXT_TOKENS = 50_000;

interface AgentContextRequest {
  readonly task: string;
  /** Names; every usable pack and the wiki itself when absent. */
  readonly packs?: readonly string[] | undefined;
  readonly budget?: number | undefined;
  readonly grounding?: Grounding | undefined;
  /** Also from sources, to cite or check. */
  readonly cite?: boolean | undefined;
}

/** Context as an agent gets it that asks over MCP or the app's command line. */
interface AgentContext {
  readonly context: string;
  readonly tokens: number;
  readonly budget: number;
  readonly files: readonly {
    readonly pack: string;
    readonly path: string;
    readonly section: string | null;
    readonly cite: string;
    readonly hash: string;
  }[];
  readonly warnings: readonly string[];
  readonly gaps: readonly string[];
}

/** What packs say about a task. Without names, the wiki that serves answers as well. */
export async function contextForAgent(
  library: PackLibrary,
  { task, packs, budget, grounding, cite }: AgentContextRequest,
  run: Run,
): Promise<AgentContext> {
  const own = (await library.own(run))?.item.name;
  const others = async (): Promise<readonly string[]> => (await library.others(run)).map(({ item }) => item.name);
  const found = await library.resolve(
    {
      task,
      packs: packs ?? [...new Set([...(await others()), ...(own === undefined ? [] : [own])])],
      ...(budget !== undefined && { budget }),
      ...(grounding !== undefined && { grounding }),
      ...(cite === true && { need: 'citation' as const }),
    },
    run,
  );
  const { text: context, tokens, selected, warnings, gaps } = found;
  const files = selected.map(({ pack, path, section, link, hash }) => ({
    ...{ pack, path, section, hash },
    cite: `[[${link}]]`,
  }));
  return { context, tokens, budget: found.budget, files, warnings, gaps };
}
