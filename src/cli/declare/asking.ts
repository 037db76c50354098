import { Option, type Command } from 'commander';
import { ask, chat } from '../commands/ask';
import { mcp } from '../commands/mcp';
import { addQuestion, dropQuestion, listQuestions } from '../commands/questions';
import { type CommandContext } from '../context';
import { common, examples, type Set } from './options';

/** `ask`, `chat` and `mcp`. */
export function askCommands(program: Command, context: CommandContext, set: Set): void {
  common(program.command('ask'))
    .description('Answer a question from the pages, with citations of what was read')
    .argument('<question...>', 'what you want to know')
    .option('--lens <name>', 'look through this view')
    .option('--passages', 'ask no model: the passages that fit best')
    .addOption(new Option('--draft <kind>', 'write a text instead').choices(['email', 'summary', 'outline']))
    .option('--page <slug...>', 'with --draft: read these pages first')
    .option('--keep-gaps', 'ask what the wiki does not hold of the next ingest')
    .option('--save', 'propose the answer as a page')
    .option('--kind <kind>', 'with --save: the kind of page; comparison when left out')
    .option('--title <text>', 'with --save: its title; the question when left out')
    .addHelpText(
      'after',
      examples(
        'living-wiki ask "How tall is the tower?"',
        'living-wiki ask "Which lamp is better?" --save --kind comparison',
        'living-wiki ask "Invite the mayor" --draft email --page cordouan',
      ),
    )
    .action((words: string[], options: Parameters<typeof ask>[2]) => set(ask(context, words, options)));
  common(program.command('chat'))
    .description('Ask question after question; each knows what was read before')
    .option('--lens <name>', 'look through this view')
    .option('--passages', 'ask no model: the passages that fit best')
    .action((options: Parameters<typeof chat>[1]) => set(chat(context, options)));
  common(program.command('mcp'))
    .description('Serve the wiki to other agents (Model Context Protocol, over standard input and output)')
    .addHelpText('after', examples('living-wiki mcp --wiki my-wiki'))
    .action((options: Parameters<typeof mcp>[1]) => set(mcp(context, options)));
}

/** `questions`. */
export function questionCommands(command: Command, context: CommandContext, set: Set): void {
  command.description('See what the wiki could not answer; the next ingest looks for answers');
  common(command.command('list', { isDefault: true }))
    .description('List the open questions')
    .action((options: Parameters<typeof listQuestions>[1]) => set(listQuestions(context, options)));
  common(command.command('add'))
    .description('Ask something of the next ingest')
    .argument('<question...>', 'what is missing')
    .addHelpText('after', examples('living-wiki questions add "Who paid for the tower?"'))
    .action((words: string[], options: Parameters<typeof addQuestion>[2]) => set(addQuestion(context, words, options)));
  common(command.command('drop'))
    .description('Ask it no longer')
    .argument('<id>', 'the question, or the beginning of its name')
    .addHelpText('after', examples('living-wiki questions drop k3f9a1'))
    .action((id: string, options: Parameters<typeof dropQuestion>[2]) => set(dropQuestion(context, id, options)));
}
