import { Option, type Command } from 'commander';
import { collect, common, examples, type CommandHost } from '../options';
import { plural } from '../../base';
import {
  asWikiError,
  Conversation,
  isAskFailure,
  renderAnswer,
  type Answer,
  type AskEvent,
  type AskOptions,
  type AskResult,
  type AskStep,
  type DraftKind,
  type OpenQuestion,
  type Run,
  type WikiError,
  type Workbench,
} from '../../workbench';
import { selectModel } from '../select-model';
import { withWorkbench, type CommonOptions, type CommandContext } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { describeModelCost, printError, printJson, withoutEscapes } from '../print';
import { painter, printable, type Terminal, type TerminalRun } from '../terminal';

interface AskCommandOptions extends CommonOptions {
  readonly lens?: string;
  readonly pack?: readonly string[];
  readonly passages?: boolean;
  readonly pagesOnly?: boolean;
  readonly draft?: DraftKind;
  readonly page?: readonly string[];
  readonly keepGaps?: boolean;
  readonly save?: boolean;
  readonly kind?: string;
  readonly title?: string;
}

/** `living-wiki ask QUESTION` */
async function ask(context: CommandContext, words: readonly string[], options: AskCommandOptions): Promise<ExitStatus> {
  const { terminal } = context;
  const model = modelFor(context, options);
  const work = async (workbench: Workbench, run: TerminalRun): Promise<ExitStatus> => {
    const { draft: kind, page: pages = [], title } = options;
    const asked: AskOptions = {
      ...lensOption(options),
      ...(kind !== undefined && { draft: { kind, pages } }),
      ...(options.json !== true && { onEvent: showSteps(terminal) }),
    };
    const answer = await workbench.ask(words.join(' '), asked, run);
    const proposal =
      options.save === true
        ? await workbench.saveAnswer(
            {
              answer,
              ...(options.kind !== undefined && { kind: options.kind }),
              ...(title !== undefined && { title }),
            },
            run,
          )
        : null;
    const questions = options.keepGaps === true ? await keepGaps(workbench, answer, run) : [];
    run.hideProgress();
    if (options.json === true) {
      printJson(terminal, { ...answerJson(answer), proposal: proposal?.id ?? null, questions });
    } else {
      printAnswer(terminal, answer, model !== undefined || options.passages === true);
      if (proposal !== null) printSaved(terminal, proposal.id);
      if (options.keepGaps === true) printKept(terminal, questions);
    }
    return EXIT.done;
  };
  return withWorkbench(context, options, work, model);
}

/** Stores the gaps of an answer as open questions for the next ingest. */
async function keepGaps(
  workbench: Workbench,
  { gaps, lens, question: asked }: Answer,
  run: Run,
): Promise<readonly OpenQuestion[]> {
  const kept: OpenQuestion[] = [];
  for (const gap of gaps) kept.push(await workbench.addQuestion({ text: gap.slice(0, 1_000), lens, asked }, run));
  return kept;
}

function printKept(terminal: Terminal, questions: readonly OpenQuestion[]): void {
  if (questions.length === 0) terminal.err('The answer has no gaps.\n');
  for (const { id, text } of questions) terminal.err(`Kept for the next ingest (${id}): ${printable(text)}\n`);
}

const lensOption = ({
  lens,
  pagesOnly,
  pack,
}: AskCommandOptions): Pick<AskOptions, 'lens' | 'pagesOnly' | 'packs'> => ({
  ...(pack !== undefined && { packs: pack }),
  ...(lens !== undefined && { lens }),
  ...(pagesOnly !== undefined && { pagesOnly }),
});

function modelFor(context: CommandContext, { passages, draft }: AskCommandOptions): ReturnType<typeof selectModel> {
  if (passages === true) return selectModel(context, 'none');
  return selectModel(context, draft === undefined ? undefined : 'model');
}

/** Prints each step as it happens. */
function showSteps(terminal: Terminal): (event: AskEvent) => void {
  const paint = painter(terminal);
  return (event) => {
    if (event.kind !== 'step') return;
    const { ok, problem } = event.step;
    const line = `${describeStep(event.step)}${ok ? '' : `: ${problem}`}`;
    terminal.err(`${ok ? paint.dim('·') : paint.yellow('!')} ${paint.dim(printable(line))}\n`);
  };
}

const TOOL_LABELS: Readonly<Record<string, string>> = {
  search: 'Searched for',
  search_sources: 'Searched the sources for',
  read_page: 'Read',
  list: 'Listed',
  grep: 'Searched the text for',
  links: 'Followed the links of',
  read_source: 'Read the source',
  activate_pack: 'Activated the pack',
  resolve_context: 'Read in packs about',
};

function describeStep({ tool, input, found }: AskStep): string {
  const what = `${TOOL_LABELS[tool] ?? tool} ${input}`.trim();
  return tool === 'read_page' || found.length === 0 ? what : `${what} (${plural(found.length, 'result')})`;
}

/** The answer as JSON. */
function answerJson({ text, uncited, ...rest }: AskResult): object {
  return { answer: text, ...rest, uncited: uncited.map(({ start, end }) => text.slice(start, end)) };
}

const NO_MODEL = 'For an answer in words, set up a language model: living-wiki config set provider NAME\n';

/** @param hasModel a model was asked, or was not wanted */
function printAnswer(terminal: Terminal, answer: AskResult, hasModel: boolean): void {
  const paint = painter(terminal);
  // A draft is there to be pasted into a note; an answer is read here.
  const text = answer.draft === null ? withoutEscapes(renderAnswer(answer)) : renderAnswer(answer);
  terminal.out(`${printable(text === '' ? 'Nothing found in the wiki.' : text)}\n`);
  for (const { was, now } of answer.draft?.edits ?? []) {
    terminal.err(paint.dim(`${printable(now === '' ? `left out "${was}"` : `"${was}" became "${now}"`)}\n`));
  }
  if (answer.draft !== null) for (const note of answer.notes) terminal.err(paint.dim(`${printable(note)}\n`));
  for (const { link, pack, version } of answer.packCitations) {
    const said = `${`${pack} ${version}`.trim()}: living-wiki packs open ${JSON.stringify(link)}`;
    terminal.err(`${paint.dim(printable(said))}\n`);
  }
  if (answer.cost !== null) terminal.err(paint.dim(`${describeModelCost(answer.cost)}\n`));
  if (answer.by === 'passages' && !hasModel) terminal.err(paint.dim(NO_MODEL));
}

function printSaved(terminal: Terminal, id: string): void {
  terminal.err(`Proposal ${id} waits for review: ${painter(terminal).bold(`living-wiki proposals show ${id}`)}\n`);
}

const HELP =
  'Enter a question. /again repeats the last one, /save [KIND] proposes the last answer as a page, /keep stores its gaps as open questions, /quit ends the chat.\n';

function printStopped(terminal: Terminal, failure: WikiError): void {
  const cost = isAskFailure(failure) ? ` ${describeModelCost(failure.cost)}` : '';
  terminal.err(`Stopped.${cost} If you ask again, the work already paid for is reused.\n`);
}

/** The first Ctrl-C during a question ends only that question; any other one ends the chat. */
function createTurns({ signal, onInterrupt }: CommandContext): { begin(): AbortSignal; end(): void } {
  let turn: AbortController | null = null;
  onInterrupt?.(() => {
    const isFirst = turn?.signal.aborted === false;
    turn?.abort();
    return isFirst;
  });
  return {
    begin() {
      turn = new AbortController();
      return AbortSignal.any([signal, turn.signal]);
    },
    end: () => void (turn = null),
  };
}

/** `living-wiki chat`: one question per line; each builds on what was read before. */
async function chat(context: CommandContext, options: AskCommandOptions): Promise<ExitStatus> {
  const { terminal, signal } = context;
  const lines = context.inputLines?.() ?? [];
  return withWorkbench(
    context,
    options,
    async (workbench, run) => {
      let conversation = new Conversation();
      let times = 0;
      const turns = createTurns(context);
      const prompt = (): void => {
        if (terminal.interactive) terminal.err('> ');
      };
      if (options.json !== true) terminal.err(HELP);
      prompt();
      for await (const line of lines) {
        const [command = '', argument] = line.trim().split(/\s+/);
        if (command === '/quit' || signal.aborted) break;
        const last = conversation.answers.at(-1);
        try {
          if (command === '/save') {
            if (last !== undefined) {
              const kind = argument === undefined ? {} : { kind: argument };
              printSaved(terminal, (await workbench.saveAnswer({ answer: last, ...kind }, run)).id);
            }
          } else if (command === '/keep') {
            if (last !== undefined) printKept(terminal, await keepGaps(workbench, last, run));
          } else if (command.startsWith('/') && command !== '/again') terminal.err(HELP);
          else if (line.trim() !== '') {
            const isAgain = command === '/again' && last !== undefined;
            times = isAgain ? times + 1 : 0;
            const before = isAgain ? conversation.withoutLast(1) : conversation;
            const onEvent = options.json === true ? {} : { onEvent: showSteps(terminal) };
            const answer = await workbench.ask(
              isAgain ? last.question : line,
              { ...lensOption(options), ...onEvent, conversation: before, repeats: times },
              { ...run, signal: turns.begin() },
            );
            conversation = before;
            if (options.json === true) terminal.out(`${JSON.stringify(answerJson(answer))}\n`);
            else printAnswer(terminal, answer, true);
          }
        } catch (error) {
          const failure = asWikiError(error, 'living-wiki:unexpected');
          if (context.signal.aborted) throw error;
          if (failure.code === 'living-wiki:cancelled') printStopped(terminal, failure);
          else printError(terminal, failure);
        }
        turns.end();
        prompt();
      }
      if (signal.aborted && terminal.interactive) terminal.err('\n');
      run.hideProgress();
      return EXIT.done;
    },
    modelFor(context, options),
  );
}

/** `ask` and `chat` */
export function declareAsk(program: Command, { context, execute }: CommandHost): void {
  common(program.command('ask'))
    .description('Answer a question from the pages, with citations')
    .argument('<question...>', 'the question')
    .option('--lens <name>', 'use this lens (a view of the wiki)')
    .option('--passages', 'show the best matching passages, and ask no model')
    .option('--pages-only', 'do not search the sources')
    .option('--pack <name>', 'use this knowledge pack as well (repeatable)', collect)
    .addOption(
      new Option('--draft <kind>', 'write this kind of text instead of an answer').choices([
        'email',
        'summary',
        'outline',
      ]),
    )
    .option('--page <slug>', 'with --draft: read this page first (repeatable)', collect)
    .option('--keep-gaps', 'store what the wiki does not answer as open questions for the next ingest')
    .option('--save', 'propose the answer as a page')
    .option('--kind <kind>', 'with --save: the kind of page (default: comparison)')
    .option('--title <text>', 'with --save: the title of the page (default: the question)')
    .addHelpText(
      'after',
      examples(
        'living-wiki ask "How tall is the tower?"',
        'living-wiki ask "Which lamp is better?" --save --kind comparison',
        'living-wiki ask "Invite the mayor" --draft email --page cordouan',
      ),
    )
    .action((words: string[], options: Parameters<typeof ask>[2]) => execute(ask(context, words, options)));
  common(program.command('chat'))
    .description('Ask questions in a conversation')
    .option('--lens <name>', 'use this lens (a view of the wiki)')
    .option('--passages', 'show the best matching passages, and ask no model')
    .option('--pages-only', 'do not search the sources')
    .option('--pack <name>', 'use this knowledge pack as well (repeatable)', collect)
    .action((options: Parameters<typeof chat>[1]) => execute(chat(context, options)));
}
