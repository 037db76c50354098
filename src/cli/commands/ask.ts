import { asWikiError, Conversation, renderAnswer } from '../../workbench';
import type { AskEvent, AskOptions, AskResult, AskStep, DraftKind, Workbench } from '../../workbench';
import { chosenModel } from '../chosen-model';
import { withWorkbench } from '../context';
import type { CommonOptions, Context } from '../context';
import { EXIT } from '../exit';
import type { ExitStatus } from '../exit';
import { count, printError, printJson } from '../print';
import { painter, printable } from '../terminal';
import type { Terminal, TerminalRun } from '../terminal';
import { describeModelCost } from './ingest';

interface AskCommandOptions extends CommonOptions {
  readonly lens?: string;
  readonly passages?: boolean;
  readonly draft?: DraftKind;
  readonly page?: readonly string[];
  readonly save?: boolean;
  readonly kind?: string;
  readonly title?: string;
}

/** `living-wiki ask QUESTION` */
export async function ask(context: Context, words: readonly string[], options: AskCommandOptions): Promise<ExitStatus> {
  const { terminal } = context;
  const work = async (workbench: Workbench, run: TerminalRun): Promise<ExitStatus> => {
    const { draft: kind, page: pages = [], title } = options;
    const asked: AskOptions = {
      ...lensOf(options),
      ...(kind !== undefined && { draft: { kind, pages } }),
      ...(options.json !== true && { onEvent: steps(terminal) }),
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
    run.stop();
    if (options.json === true) printJson(terminal, { ...answerJson(answer), proposal: proposal?.id ?? null });
    else {
      printAnswer(terminal, answer);
      if (proposal !== null) printSaved(terminal, proposal.id);
    }
    return EXIT.done;
  };
  return withWorkbench(context, options, work, modelOf(context, options));
}

const lensOf = ({ lens }: AskCommandOptions): Pick<AskOptions, 'lens'> => (lens === undefined ? {} : { lens });

const modelOf = (context: Context, { passages, draft }: AskCommandOptions): ReturnType<typeof chosenModel> =>
  chosenModel(context, passages === true ? 'none' : draft === undefined ? undefined : 'model');

/** Tells each look into the wiki while it happens. */
function steps(terminal: Terminal): (event: AskEvent) => void {
  const paint = painter(terminal);
  return (event) => {
    if (event.kind !== 'step') return;
    const { ok, problem } = event.step;
    const line = `${describeStep(event.step)}${ok ? '' : `: ${problem}`}`;
    terminal.err(`${ok ? paint.dim('·') : paint.yellow('!')} ${paint.dim(printable(line))}\n`);
  };
}

const DOES: Readonly<Record<string, string>> = {
  search: 'Searched',
  read_page: 'Read',
  list: 'Listed',
  grep: 'Looked for',
  links: 'Followed the links of',
  read_source: 'Looked into the source',
};

function describeStep({ tool, input, found }: AskStep): string {
  const what = `${DOES[tool] ?? tool} ${input}`.trim();
  return tool === 'read_page' || found.length === 0 ? what : `${what} (${count(found.length, 'result')})`;
}

/** The answer as scripts read it. */
function answerJson({ text, uncited, ...rest }: AskResult): object {
  return { answer: text, ...rest, uncited: uncited.map(({ start, end }) => text.slice(start, end)) };
}

function printAnswer(terminal: Terminal, answer: AskResult): void {
  const paint = painter(terminal);
  const text = renderAnswer(answer);
  terminal.out(`${printable(text === '' ? 'Nothing in the wiki fits.' : text)}\n`);
  for (const { was, now } of answer.draft?.edits ?? []) {
    terminal.err(paint.dim(`${printable(now === '' ? `left out "${was}"` : `"${was}" became "${now}"`)}\n`));
  }
  if (answer.draft !== null) for (const note of answer.notes) terminal.err(paint.dim(`${printable(note)}\n`));
  if (answer.cost !== null) terminal.err(paint.dim(`${describeModelCost(answer.cost)}\n`));
}

function printSaved(terminal: Terminal, id: string): void {
  terminal.err(`Proposal ${id} waits for review: ${painter(terminal).bold(`living-wiki proposals show ${id}`)}\n`);
}

const HELP = 'Ask something. /again looks anew, /save [kind] proposes the last answer as a page, /quit ends.\n';

/** `living-wiki chat`: questions line by line, each with what was read before. */
export async function chat(context: Context, options: AskCommandOptions): Promise<ExitStatus> {
  const { terminal, signal } = context;
  const lines = context.lines?.() ?? [];
  return withWorkbench(
    context,
    options,
    async (workbench, run) => {
      let conversation = new Conversation();
      let times = 0;
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
          } else if (command.startsWith('/') && command !== '/again') terminal.err(HELP);
          else if (line.trim() !== '') {
            const isAgain = command === '/again' && last !== undefined;
            times = isAgain ? times + 1 : 0;
            const before = isAgain ? conversation.before(1) : conversation;
            const onEvent = options.json === true ? {} : { onEvent: steps(terminal) };
            const answer = await workbench.ask(
              isAgain ? last.question : line,
              { ...lensOf(options), ...onEvent, conversation: before, again: times },
              run,
            );
            conversation = before;
            if (options.json === true) terminal.out(`${JSON.stringify(answerJson(answer))}\n`);
            else printAnswer(terminal, answer);
          }
        } catch (error) {
          const failure = asWikiError(error, 'living-wiki:unexpected');
          if (failure.code === 'living-wiki:cancelled') throw error;
          printError(terminal, failure);
        }
        prompt();
      }
      run.stop();
      return EXIT.done;
    },
    modelOf(context, options),
  );
}
