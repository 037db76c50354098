import { type CliData, type Plugin } from 'obsidian';
import { asWikiError, WikiError } from '../../base';
import { type PluginController } from '../controller';
import { app, chat, coreText, units } from '../locale';
import { type CommandName } from './commands';

const words = app.cli;

type Flags = Parameters<Plugin['registerCliHandler']>[2];
type CommandList = readonly (readonly [name: CommandName, description: string, flags: Flags])[];

/** The commands with their descriptions and flags. They are named as in the MCP server. */
function commandList(): CommandList {
  const t = chat.cli;
  const lens = { value: '<name>', description: t.lens };
  return [
    [
      'ingest',
      words.ingest,
      {
        source: { value: '<path>', description: words.ingestSource },
        'built-in': { description: words.ingestBuiltIn },
        lens: { value: '<name>', description: words.ingestLens },
      },
    ],
    [
      'lint',
      words.lint,
      {
        lens: { value: '<name>', description: words.lintLens },
        rule: { value: '<id>', description: words.lintRule },
      },
    ],
    [
      'ask',
      t.ask,
      {
        question: { value: '<text>', description: t.question, required: true },
        lens,
        passages: { description: t.passages },
      },
    ],
    [
      'search',
      t.search,
      {
        query: { value: '<words>', description: t.query, required: true },
        lens,
        limit: { value: '<number>', description: t.limit },
      },
    ],
    [
      'read-page',
      t.readPage,
      {
        page: { value: '<slug>', description: t.page, required: true },
        section: { value: '<heading>', description: t.section },
        part: { value: '<number>', description: t.part },
        lens,
      },
    ],
    ['status', words.status, null],
    ...packCommandList(),
    ...unitCommandList(),
  ];
}

function unitCommandList(): CommandList {
  return [
    ['list-units', units.cli.list, null],
    [
      'read-unit',
      units.cli.read,
      {
        unit: { value: '<id>', description: units.cli.unit, required: true },
        level: { value: '<number>', description: units.cli.level },
      },
    ],
  ];
}

function packCommandList(): CommandList {
  const t = chat.cli;
  return [
    ['list-packs', t.listPacks, null],
    ['activate-pack', t.activatePack, { name: { value: '<name>', description: t.packName, required: true } }],
    [
      'resolve-context',
      t.resolveContext,
      {
        task: { value: '<text>', description: t.task, required: true },
        packs: { value: '<names>', description: t.packNames },
        budget: { value: '<tokens>', description: t.budget },
        cite: { description: t.citeSources },
      },
    ],
  ];
}

const print = (data: unknown): string => JSON.stringify(data, null, 2);

/** Registers the commands of Obsidian's command line. Each answers with text, or with JSON if asked. */
export function addCliHandlers(plugin: Plugin, controller: PluginController): void {
  const json = { json: { description: words.json } };
  for (const [name, description, flags] of commandList()) {
    const run = (given: CliData): Promise<string> => runCommand(controller, name, given);
    plugin.registerCliHandler(`living-wiki:${name}`, description, { ...flags, ...json }, run);
  }
}

async function runCommand(controller: PluginController, name: CommandName, given: CliData): Promise<string> {
  const isJson = given.json === 'true';
  try {
    await controller.whenOpened();
    const { state } = controller;
    if (state.kind === 'failed') throw state.error;
    if (state.kind !== 'ready') throw new WikiError('living-wiki:no_wiki', app.notice.noWiki);
    const { COMMANDS } = await import('./commands');
    const request = { controller, wiki: state.workbench, flags: given, run: controller.backgroundRun() };
    const { lines, data } = await COMMANDS[name](request);
    if (isJson) return print(data);
    return lines.length === 0 ? words.none : lines.join('\n');
  } catch (error) {
    const { code, message, path, line, remedy } = asWikiError(error, 'living-wiki:unexpected');
    if (isJson) return print({ error: { code, message, path, line, remedy } });
    return words.error(app.notice.error(coreText(message), remedy ? coreText(remedy) : null));
  }
}
