import { type Command } from 'commander';
import { common, examples, type CommandHost } from '../options';
import { type OpenQuestion, answeringProposals, findQuestion } from '../../workbench';
import { withWorkbench, type CommonOptions, type CommandContext } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { printJson } from '../print';
import { painter, printable, type Terminal } from '../terminal';

/** `living-wiki questions list` */
async function listQuestions(context: CommandContext, options: CommonOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench, run) => {
    const questions: ListedQuestion[] = [];
    for (const question of await workbench.questions(run)) {
      questions.push({ ...question, proposals: await answeringProposals(workbench, question.id) });
    }
    run.hideProgress();
    if (options.json === true) printJson(terminal, { questions });
    else if (questions.length === 0) terminal.out('No open questions.\n');
    else for (const question of questions) printQuestion(terminal, question);
    return EXIT.done;
  });
}

interface ListedQuestion extends OpenQuestion {
  /** Waiting proposals that answer it. */
  readonly proposals: readonly string[];
}

function printQuestion(terminal: Terminal, { id, text, at, lens, asked, proposals }: ListedQuestion): void {
  const paint = painter(terminal);
  const from = [at.slice(0, 10), asked === '' ? '' : `asked: ${asked}`, lens].filter((part) => part !== '').join(', ');
  terminal.out(`${paint.cyan(id)}  ${printable(text)}  ${paint.dim(printable(from))}\n`);
  for (const proposal of proposals)
    terminal.out(`           proposal ${proposal} waits for review and may answer it\n`);
}

/** `living-wiki questions add TEXT` */
async function addQuestion(
  context: CommandContext,
  words: readonly string[],
  options: CommonOptions,
): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench, run) => {
    const question = await workbench.addQuestion({ text: words.join(' ') }, run);
    run.hideProgress();
    if (options.json === true) printJson(terminal, question);
    else terminal.out(`${painter(terminal).cyan(question.id)}  ${printable(question.text)}\n`);
    return EXIT.done;
  });
}

/** `living-wiki questions drop ID` */
async function dropQuestion(context: CommandContext, id: string, options: CommonOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench, run) => {
    const question = await findQuestion(workbench, id, run);
    await workbench.dropQuestion(question.id);
    run.hideProgress();
    if (options.json === true) printJson(terminal, { dropped: question });
    else terminal.out(`Removed: ${printable(question.text)}\n`);
    return EXIT.done;
  });
}

/** `questions` */
export function declareQuestions(program: Command, { context, execute }: CommandHost): void {
  const command = program.command('questions');
  command.description('Manage open questions; ingest looks for answers to them');
  common(command.command('list', { isDefault: true }))
    .description('List the open questions')
    .action((options: Parameters<typeof listQuestions>[1]) => execute(listQuestions(context, options)));
  common(command.command('add'))
    .description('Add an open question')
    .argument('<question...>', 'the question')
    .addHelpText('after', examples('living-wiki questions add "Who paid for the tower?"'))
    .action((words: string[], options: Parameters<typeof addQuestion>[2]) =>
      execute(addQuestion(context, words, options)),
    );
  common(command.command('drop'))
    .description('Remove a question')
    .argument('<id>', 'the id of the question, or its first characters')
    .addHelpText('after', examples('living-wiki questions drop k3f9a1'))
    .action((id: string, options: Parameters<typeof dropQuestion>[2]) => execute(dropQuestion(context, id, options)));
}
