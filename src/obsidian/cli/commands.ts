import { type CliData } from 'obsidian';
import { WikiError } from '../../base';
import {
  contextForAgent,
  MAX_CONTEXT_TOKENS,
  renderAnswer,
  rules,
  toAgentResults,
  unitForAgent,
  unitsForAgent,
  type AskOptions,
  type IngestRequest,
  type PackLibrary,
  type Run,
  type Workbench,
} from '../../workbench';
import { type PluginController } from '../controller';
import { app, chat, coreText } from '../locale';

const words = app.cli;

interface CommandRequest {
  readonly controller: PluginController;
  readonly wiki: Workbench;
  readonly flags: CliData;
  readonly run: Run;
}

interface CommandOutput {
  readonly lines: readonly string[];
  readonly data: unknown;
}

export type CommandName =
  | 'ingest'
  | 'lint'
  | 'ask'
  | 'search'
  | 'read-page'
  | 'status'
  | 'list-packs'
  | 'activate-pack'
  | 'resolve-context'
  | 'list-units'
  | 'read-unit';

/** What each command does. */
export const COMMANDS: Readonly<Record<CommandName, (request: CommandRequest) => Promise<CommandOutput>>> = {
  ingest,
  lint,
  ask,
  search,
  'read-page': readPage,
  status,
  'list-packs': listPacks,
  'activate-pack': activatePack,
  'resolve-context': resolveContext,
  'list-units': listUnits,
  'read-unit': readUnit,
};

async function ingest({ controller, wiki, flags, run }: CommandRequest): Promise<CommandOutput> {
  const { source } = flags;
  const isBuiltIn = flags['built-in'] === 'true' || controller.settings.curator === 'built-in';
  const request: IngestRequest = {
    ...(source !== undefined && { sources: [controller.toWikiPath(source) ?? source] }),
    ...(isBuiltIn && { curator: 'extractive' }),
    ...lensOf(controller, flags),
  };
  const result = await controller.inBackground(() => wiki.ingest(request, run));
  const lines = [
    ...result.proposals.map((made) => words.proposed(made.id, made.source)),
    ...result.failed.map(({ path, message }) => words.failed(path, message)),
    ...(source === undefined ? [] : result.skipped.map(({ path, reason }) => words.skipped(path, reason))),
    ...(result.stopped === null ? [] : [words.error(coreText(result.stopped.message))]),
  ];
  return { lines, data: result };
}

async function lint({ wiki, flags: { lens, rule }, run }: CommandRequest): Promise<CommandOutput> {
  const report = await wiki.lint(lens === undefined ? {} : { lens }, run);
  const findings = report.findings.filter((finding) => rule === undefined || finding.rule === rule);
  const lines = findings.map((one) => words.finding(one.severity, one.path, one.line, coreText(one.message), one.rule));
  lines.push(words.findings(findings.length));
  if (rule !== undefined && lines.length === 1 && !rules.some(({ id }) => id === rule)) lines.push(words.noRule(rule));
  return { lines, data: { lens: report.lens, findings } };
}

async function status({ wiki, run }: CommandRequest): Promise<CommandOutput> {
  const report = await wiki.status(run);
  const { pages, sources, proposals, warnings } = report;
  const lines = [
    report.wiki.title,
    words.pages(pages),
    words.sources(sources.total, sources.pending.length + sources.changed.length),
    words.waiting(proposals.length),
    words.questions(report.questions),
    ...warnings.map(({ at, message }) => app.notice.at(at, message)),
  ];
  return { lines, data: report };
}

async function ask({ controller, wiki, flags, run }: CommandRequest): Promise<CommandOutput> {
  const by: AskOptions = flags.passages === 'true' ? { by: 'passages' } : {};
  const answer = await wiki.ask(flags.question ?? '', { ...lensOf(controller, flags), ...by }, run);
  const { text, uncited, ...rest } = answer;
  const data = { answer: text, ...rest, uncited: uncited.map(({ start, end }) => text.slice(start, end)) };
  return { lines: [renderAnswer(answer) || chat.nothing], data };
}

async function search({ controller, wiki, flags, run }: CommandRequest): Promise<CommandOutput> {
  const t = chat.cli;
  const limit = Math.min(50, Math.max(1, Math.floor(Number(flags.limit ?? 10)) || 10));
  const notes: string[] = [];
  const onNote = (note: string): void => void notes.push(note);
  const request = { query: flags.query ?? '', limit, onNote, ...lensOf(controller, flags) };
  const pages = toAgentResults(await wiki.searchPassages(request, run));
  const lines = pages.flatMap(({ page, title, linkedFrom, passages }) => [
    t.found(page, title, linkedFrom),
    ...passages.map(({ section, text }) => t.passage(section, text)),
  ]);
  const data = [...pages, ...notes.map((note) => ({ note }))];
  return { lines: [...notes, ...(lines.length === 0 ? [chat.nothing] : lines)], data };
}

async function readPage({ controller, wiki, flags, run }: CommandRequest): Promise<CommandOutput> {
  const { page = '', section, part } = flags;
  const request = {
    page,
    ...(section !== undefined && { section }),
    ...(part !== undefined && { part: Number(part) || 1 }),
  };
  const text = await wiki.readPage({ ...request, ...lensOf(controller, flags) }, run);
  return { lines: [text], data: { page, text } };
}

async function libraryOf(wiki: Workbench): Promise<PackLibrary> {
  const library = await wiki.packs();
  if (library === null) throw new WikiError('living-wiki:pack_missing', chat.cli.noPacks);
  return library;
}

async function listPacks({ wiki, run }: CommandRequest): Promise<CommandOutput> {
  const text = await (await libraryOf(wiki)).fullCatalog(run);
  return { lines: [text], data: { text } };
}

async function activatePack({ wiki, flags: { name = '' }, run }: CommandRequest): Promise<CommandOutput> {
  const { guide } = await (await libraryOf(wiki)).activate(name, null, run);
  return { lines: [guide.text], data: { name, text: guide.text } };
}

async function resolveContext({ wiki, flags, run }: CommandRequest): Promise<CommandOutput> {
  const { task = '', packs, budget } = flags;
  const tokens = Math.min(MAX_CONTEXT_TOKENS, Math.floor(Number(budget)));
  const request = {
    task,
    ...(packs !== undefined && { packs: packs.split(',').map((name) => name.trim()) }),
    ...(tokens > 0 && { budget: tokens }),
    ...(flags.cite === 'true' && { cite: true }),
  };
  const data = await contextForAgent(await libraryOf(wiki), request, run);
  return { lines: [data.context, ...data.warnings, ...data.gaps], data };
}

function lensOf(controller: PluginController, { lens = controller.lens }: CliData): { lens?: string } {
  return lens === undefined ? {} : { lens };
}

async function listUnits({ wiki, run }: CommandRequest): Promise<CommandOutput> {
  const data = await unitsForAgent(wiki, run);
  return {
    lines: data.map((each) => ('note' in each ? each.note : `${each.id} ${each.status} ${each.headline}`)),
    data,
  };
}

async function readUnit({ wiki, flags: { unit = '', level }, run }: CommandRequest): Promise<CommandOutput> {
  const wanted = Math.floor(Number(level ?? 1));
  const text = await unitForAgent(wiki, unit, wanted >= 0 && wanted <= 3 ? wanted : 1, run);
  return { lines: [text], data: { unit, text } };
}
