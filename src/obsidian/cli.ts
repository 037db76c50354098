import { type CliData, type Plugin } from 'obsidian';
import {
  asWikiError,
  toAgentResults,
  renderAnswer,
  rules,
  WikiError,
  type AskOptions,
  type IngestRequest,
  type Run,
  type Workbench,
} from '../workbench';
import { type PluginController } from './controller';
import { app, chat } from './locale';

const words = app.cli;

const print = (data: unknown): string => JSON.stringify(data, null, 2);

type RegisterCommand = (
  name: string,
  description: string,
  flags: Parameters<Plugin['registerCliHandler']>[2],
  work: (wiki: Workbench, flags: CliData, run: Run) => Promise<{ lines: readonly string[]; data: unknown }>,
) => void;

/** What the app's own command line offers. Each answers with text, or with JSON where that is asked for. */
export function addCliHandlers(plugin: Plugin, controller: PluginController): void {
  const json = { json: { description: words.json } };
  const handle: RegisterCommand = (name, description, flags, work) => {
    plugin.registerCliHandler(`living-wiki:${name}`, description, { ...flags, ...json }, async (given) => {
      const isJson = given.json === 'true';
      try {
        await controller.whenOpened();
        const { state } = controller;
        if (state.kind === 'failed') throw state.error;
        if (state.kind !== 'ready') throw new WikiError('living-wiki:no_wiki', app.notice.noWiki);
        const { lines, data } = await work(state.workbench, given, controller.backgroundRun());
        if (isJson) return print(data);
        return lines.length === 0 ? words.none : lines.join('\n');
      } catch (error) {
        const { code, message, path, line, remedy } = asWikiError(error, 'living-wiki:unexpected');
        if (isJson) return print({ error: { code, message, path, line, remedy } });
        return words.error(app.notice.error(message, remedy ?? null));
      }
    });
  };

  handle(
    'ingest',
    words.ingest,
    {
      source: { value: '<path>', description: words.ingestSource },
      'built-in': { description: words.ingestBuiltIn },
    },
    async (wiki, given, run) => {
      const { source } = given;
      const isBuiltIn = given['built-in'] === 'true' || controller.settings.curator === 'built-in';
      const asked: IngestRequest = {
        ...(source !== undefined && { sources: [controller.toWikiPath(source) ?? source] }),
        ...(isBuiltIn && { curator: 'extractive' }),
      };
      const result = await controller.inBackground(() => wiki.ingest(asked, run));
      const lines = [
        ...result.proposals.map((made) => words.proposed(made.id, made.source)),
        ...result.failed.map(({ path, message }) => words.failed(path, message)),
        ...(source === undefined ? [] : result.skipped.map(({ path, reason }) => words.skipped(path, reason))),
        ...(result.stopped === null ? [] : [words.error(result.stopped.message)]),
      ];
      return { lines, data: result };
    },
  );
  handle(
    'lint',
    words.lint,
    {
      lens: { value: '<name>', description: words.lintLens },
      rule: { value: '<id>', description: words.lintRule },
    },
    async (wiki, { lens, rule }, run) => {
      const report = await wiki.lint(lens === undefined ? {} : { lens }, run);
      const findings = report.findings.filter((finding) => rule === undefined || finding.rule === rule);
      const lines = findings.map((one) => words.finding(one.severity, one.path, one.line, one.message, one.rule));
      lines.push(words.findings(findings.length));
      if (rule !== undefined && lines.length === 1 && !rules.some(({ id }) => id === rule))
        lines.push(words.noRule(rule));
      return { lines, data: { lens: report.lens, findings } };
    },
  );
  addReadCommands(controller, handle);
  handle('status', words.status, null, async (wiki, _, run) => {
    const status = await wiki.status(run);
    const { pages, sources, proposals, warnings } = status;
    const lines = [
      status.wiki.title,
      words.pages(pages),
      words.sources(sources.total, sources.pending.length + sources.changed.length),
      words.waiting(proposals.length),
      words.questions(status.questions),
      ...warnings.map(({ at, message }) => app.notice.at(at, message)),
    ];
    return { lines, data: status };
  });
}

/** Asking, searching and reading: what the MCP server offers by the same names. */
function addReadCommands(controller: PluginController, handle: RegisterCommand): void {
  const t = chat.cli;
  const lens = { value: '<name>', description: t.lens };
  const through = (given: CliData): { lens?: string } => {
    const name = given.lens ?? controller.lens;
    return name === undefined ? {} : { lens: name };
  };
  handle(
    'ask',
    t.ask,
    {
      question: { value: '<text>', description: t.question, required: true },
      lens,
      passages: { description: t.passages },
    },
    async (wiki, given, run) => {
      const by: AskOptions = given.passages === 'true' ? { by: 'passages' } : {};
      const answer = await wiki.ask(given.question ?? '', { ...through(given), ...by }, run);
      const { text, uncited, ...rest } = answer;
      const data = { answer: text, ...rest, uncited: uncited.map(({ start, end }) => text.slice(start, end)) };
      return { lines: [renderAnswer(answer) || chat.nothing], data };
    },
  );
  handle(
    'search',
    t.search,
    {
      query: { value: '<words>', description: t.query, required: true },
      lens,
      limit: { value: '<number>', description: t.limit },
    },
    async (wiki, given, run) => {
      const limit = Math.min(50, Math.max(1, Math.floor(Number(given.limit ?? 10)) || 10));
      const notes: string[] = [];
      const onNote = (note: string): void => void notes.push(note);
      const found = await wiki.searchPassages({ query: given.query ?? '', limit, onNote, ...through(given) }, run);
      const pages = toAgentResults(found);
      const lines = pages.flatMap(({ page, title, linkedFrom, passages }) => [
        t.found(page, title, linkedFrom),
        ...passages.map(({ section, text }) => t.passage(section, text)),
      ]);
      const data = [...pages, ...notes.map((note) => ({ note }))];
      return { lines: [...notes, ...(lines.length === 0 ? [chat.nothing] : lines)], data };
    },
  );
  handle(
    'read-page',
    t.readPage,
    {
      page: { value: '<slug>', description: t.page, required: true },
      section: { value: '<heading>', description: t.section },
      part: { value: '<number>', description: t.part },
      lens,
    },
    async (wiki, { page = '', section, part, ...given }, run) => {
      const wanted = {
        page,
        ...(section !== undefined && { section }),
        ...(part !== undefined && { part: Number(part) || 1 }),
      };
      const text = await wiki.readPage({ ...wanted, ...through(given) }, run);
      return { lines: [text], data: { page, text } };
    },
  );
}
