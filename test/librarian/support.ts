import { silentRun, type Run } from '../../src/base';
import {
  createSourceSearch,
  NO_MODEL_SETTINGS,
  Workbench,
  type AskEvent,
  type AskOptions,
  type AskResult,
  type ModelHost,
  type ModelSettings,
} from '../../src/workbench';
import { says } from '../model/server/behaviours';
import { ModelServer, type Behaviour, type Heard } from '../model/server/server';
import { testWiki, type TestWiki, type Tree } from '../support/wiki';

export const KEY = 'sk-test-0123456789abcdefghij';

const page = (slug: string, kind: string, title: string, body: string, more = ''): string =>
  `---\nschema: knowledge/v1\nslug: ${slug}\nkind: ${kind}\ntitle: ${title}\nsources: [sources/${kind === 'entity' ? 'tower' : 'lens'}.md]\nupdated_at: "2026-04-0${more === '' ? 1 : 2}T08:00:00Z"\n${more}---\n\n# ${title}\n\n${body}\n`;

export const PAGES: Tree = {
  'sources/lens.md': '# Lenses\n\nA Fresnel lens is built from concentric rings of prisms.\n\nIt was lit in 1823.\n',
  'sources/tower.md': '# Tower\n\nThe tower is 68 metres tall.\n',
  'concepts/fresnel-lens.md': page(
    'fresnel-lens',
    'concept',
    'Fresnel lens',
    'A Fresnel lens is built from concentric rings of prisms [lens].\n\n## History\n\nIt was lit in 1823 at [[cordouan]].\n\n## Weight\n\nIt weighs 1,200 kilograms.\n\n### Frame\n\nThe frame is of bronze.',
  ),
  'entities/cordouan.md': page(
    'cordouan',
    'entity',
    'Cordouan Lighthouse',
    'The Cordouan Lighthouse stands in the mouth of the Gironde.\n\n## Height\n\nIts tower is 67 metres tall.',
    'contradicts: [tower-survey]\n',
  ),
  'entities/tower-survey.md': page(
    'tower-survey',
    'entity',
    'Tower survey',
    'The survey of the tower.\n\n## Height\n\nThe tower of Cordouan is 68 metres tall.',
  ),
};

/** Calls one tool or several. */
export const uses = (...tools: readonly (readonly [name: string, args: unknown])[]): Behaviour =>
  says('', {
    tools: tools.map(([name, args]) => ({ name, arguments: typeof args === 'string' ? args : JSON.stringify(args) })),
  });

export const searches = (query: string): Behaviour => uses(['search', { query }]);
export const reads = (name: string, section?: string): Behaviour =>
  uses(['read_page', { page: name, ...(section !== undefined && { section }) }]);

/** A wiki and a scripted model server, to ask questions. */
export class LibrarianFixture {
  readonly events: AskEvent[] = [];

  private constructor(
    readonly server: ModelServer,
    readonly wiki: TestWiki,
    readonly workbench: Workbench,
  ) {}

  static async open(files: Tree = PAGES, settings: Partial<ModelSettings> | null = {}): Promise<LibrarianFixture> {
    const server = await ModelServer.start();
    const wiki = await testWiki(files);
    const { vault, clock, random, device } = wiki;
    const model: ModelHost = {
      settings: { ...NO_MODEL_SETTINGS, baseUrl: server.url, model: 'tiny', apiKey: KEY, ...settings },
      fetch: (input, init) => fetch(input, init),
      timer: {
        sleep: (ms, signal) =>
          ms < 100_000
            ? Promise.resolve()
            : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
      },
    };
    const workbench = await Workbench.open({
      vault,
      root: '',
      clock,
      random,
      device,
      ...(settings !== null && { model }),
      sourceSearch: createSourceSearch,
    });
    return new LibrarianFixture(server, wiki, workbench);
  }

  /** Asks while the server follows `script`. */
  ask(
    script: readonly Behaviour[],
    question: string,
    options: AskOptions = {},
    run: Run = silentRun,
  ): Promise<AskResult> {
    this.events.length = 0;
    if (script.length > 0) this.server.script(...script);
    return this.workbench.ask(question, { onEvent: (event) => void this.events.push(event), ...options }, run);
  }

  async close(): Promise<void> {
    await this.server.close();
  }
}

interface RequestMessage {
  readonly role: string;
  readonly content: string;
}

export const messagesOf = ({ body }: Heard): readonly RequestMessage[] => body.messages as readonly RequestMessage[];

export const toolResults = (heard: Heard): readonly string[] =>
  messagesOf(heard)
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => content);
