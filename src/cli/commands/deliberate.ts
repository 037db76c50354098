import { Option, type Command } from 'commander';
import { plural } from '../../base';
import {
  claimText,
  DOMAINS,
  EVIDENCE_NOT_PROOF,
  isUnsigned,
  LEVEL_MEANINGS,
  RELATIONS,
  roleName,
  VOLATILITIES,
  type KnowledgeUnit,
  type UnitRelation,
} from '../../deliberation';
import {
  deliberate as deliberateOn,
  estimateDeliberation,
  formatMoney,
  type DeliberateRequest,
  type DeliberationEstimate,
  type DeliberationEvent,
  type DeliberationResult,
} from '../../workbench';
import { withWorkbench, type CommandContext, type CommonOptions } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { common, examples, wholeNumber, type CommandHost } from '../options';
import { describeModelCost, printJson } from '../print';
import { loadModelConfig, createNodeModelHost, nodeRandom } from '../../node';
import { painter, printable, type Terminal } from '../terminal';
import { listedNames, moneyAmount, relation, unitId } from './unit-options';

interface DeliberateOptions extends CommonOptions {
  readonly models: readonly string[];
  readonly synthesizer?: string;
  readonly sources?: readonly string[];
  readonly pages?: readonly string[];
  readonly volatility?: DeliberateRequest['volatility'];
  readonly domain?: DeliberateRequest['domain'];
  readonly tags?: readonly string[];
  readonly parent?: string;
  readonly relate?: readonly UnitRelation[];
  readonly merge?: readonly string[];
  readonly maxMoney?: number;
  readonly maxTokens?: number;
  readonly timeout?: number;
  readonly fresh?: boolean;
  readonly unsigned?: boolean;
  readonly estimate?: boolean;
}

/** `living-wiki deliberate QUESTION` */
async function deliberate(
  context: CommandContext,
  words: readonly string[],
  options: DeliberateOptions,
): Promise<ExitStatus> {
  const { terminal } = context;
  const { settings } = loadModelConfig(context, nodeRandom);
  const model = createNodeModelHost(context, settings);
  return withWorkbench(
    context,
    options,
    async (workbench, run) => {
      const request = requestOf(words.join(' '), options);
      const estimate = await estimateDeliberation(workbench, request, run);
      run.hideProgress();
      if (options.estimate === true) {
        if (options.json === true) printJson(terminal, estimate);
        else printEstimate(terminal, estimate);
        return EXIT.done;
      }
      const isKnown = estimate.existing !== null && options.fresh !== true;
      if (options.json !== true && !isKnown) printEstimate(terminal, estimate);
      const onEvent = options.json === true ? {} : { onEvent: showEvents(terminal) };
      const result = await deliberateOn(workbench, { ...request, ...onEvent }, run);
      run.hideProgress();
      if (result.kind === 'existing') {
        if (options.json === true) printJson(terminal, result);
        else {
          printUnit(terminal, result.unit);
          const where =
            result.proposal === null ? '' : ` It waits for review: living-wiki proposals show ${result.proposal}.`;
          terminal.err(
            `${result.unit.id} answers this question already, so nothing was asked.${where} To ask again: --fresh\n`,
          );
        }
        return EXIT.done;
      }
      printMade(terminal, result, options.json === true);
      return EXIT.done;
    },
    model,
  );
}

function printMade(terminal: Terminal, made: Extract<DeliberationResult, { kind: 'made' }>, json: boolean): void {
  const { bundle, proposal, cost, near } = made;
  if (json) {
    printJson(terminal, { ...bundle, proposal: proposal.id, cost, near });
    return;
  }
  printUnit(terminal, bundle.unit);
  const paint = painter(terminal);
  const { warnings, thrown_out: thrown, follow_ups: questions } = bundle.deliberated;
  for (const warning of warnings) terminal.out(`${paint.yellow('!')} ${printable(warning)}\n`);
  if (thrown.claims.length + thrown.quotes > 0) {
    const claims = plural(thrown.claims.length, 'claim');
    terminal.out(`Removed: ${claims} that no model made, ${plural(thrown.quotes, 'quote')} that no text has.\n`);
  }
  for (const question of questions) terminal.out(`${paint.dim('ask next')}  ${printable(question)}\n`);
  terminal.err(`${paint.dim(describeModelCost(cost))}\n`);
  terminal.err(
    `Proposal ${proposal.id} waits for review: ${paint.bold(`living-wiki proposals show ${proposal.id}`)}\n`,
  );
}

function requestOf(question: string, options: DeliberateOptions): DeliberateRequest {
  const {
    models,
    synthesizer,
    sources,
    pages,
    volatility,
    domain,
    tags,
    parent,
    relate,
    merge,
    fresh,
    unsigned,
    timeout,
  } = options;
  const { maxMoney, maxTokens } = options;
  const limit = {
    ...(maxMoney !== undefined && { money: maxMoney }),
    ...(maxTokens !== undefined && { tokens: maxTokens }),
  };
  return {
    question,
    models,
    ...(synthesizer !== undefined && { synthesizer }),
    ...(sources !== undefined && { sources }),
    ...(pages !== undefined && { pages }),
    ...(volatility !== undefined && { volatility }),
    ...(domain !== undefined && { domain }),
    ...(tags !== undefined && { tags }),
    ...(parent !== undefined && { parent }),
    ...(relate !== undefined && { relations: relate }),
    ...(merge !== undefined && { merge }),
    ...(fresh === true && { fresh }),
    ...(unsigned === true && { unsigned }),
    ...(timeout !== undefined && { timeout }),
    ...(Object.keys(limit).length > 0 && { limit }),
  };
}

function printEstimate(
  terminal: Terminal,
  { models, synthesizer, calls, total, lineage, near }: DeliberationEstimate,
): void {
  const paint = painter(terminal);
  for (const { name, id, cost } of models) {
    const money = cost.money === null ? 'price unknown' : `about ${formatMoney(cost.money)}`;
    terminal.err(paint.dim(`${printable(name === id ? id : `${id} (${name})`)}: ${money}\n`));
  }
  const tokens = total.usage.input + total.usage.output;
  const money = total.money === null ? 'the price of a model is unknown' : `about ${formatMoney(total.money)}`;
  terminal.err(
    `${plural(calls, 'answer')}, about ${tokens} tokens, ${money}. ${printable(synthesizer)} sorts what was said.\n`,
  );
  if (lineage !== null) terminal.err(`${paint.yellow('!')} ${lineage}\n`);
  for (const { id, question } of near)
    terminal.err(paint.dim(`close to ${id}: ${printable(question)} (--parent or --relate)\n`));
}

/** One line for each answer, when it is there. */
function showEvents(terminal: Terminal): NonNullable<DeliberateRequest['onEvent']> {
  const paint = painter(terminal);
  return (event) => {
    const line = lineOf(event);
    if (line === null) return;
    const mark = event.kind === 'silent' ? paint.yellow('!') : paint.green('✓');
    terminal.err(`${mark} ${printable(line)}\n`);
  };
}

function lineOf(event: DeliberationEvent): string | null {
  const who = `round ${event.round}  ${event.model}, ${event.round === 3 ? 'sorts' : roleName(event.role)}`;
  if (event.kind === 'answered') {
    const count = plural(event.text.split(/\s+/).filter(Boolean).length, 'word');
    return `${who}: ${count}${event.isCached ? ', from an earlier run' : ''}`;
  }
  return event.kind === 'silent' ? `${who}: no answer. ${event.reason}` : null;
}

/** A unit in words. */
function printUnit(terminal: Terminal, unit: KnowledgeUnit): void {
  const paint = painter(terminal);
  const { consensus_level: level, agreed, disputed = [], uncertain = [] } = unit;
  terminal.out(`${paint.bold(printable(unit.canonical_question))}?  ${paint.cyan(unit.id)}\n`);
  const signed = isUnsigned(unit) ? `  ${paint.yellow('unsigned: nobody vouches for it')}` : '';
  terminal.out(`${paint.bold(level)}: ${LEVEL_MEANINGS[level]} ${EVIDENCE_NOT_PROOF}${signed}\n\n`);
  for (const claim of agreed) terminal.out(`${paint.green('agreed')}    ${printable(claimText(claim))}\n`);
  for (const { claim, positions, significance } of disputed) {
    terminal.out(`${paint.yellow('disputed')}  ${printable(claim)}  ${paint.dim(significance ?? '')}\n`);
    for (const [model, position] of Object.entries(positions)) {
      terminal.out(paint.dim(`            ${printable(`${model}: ${position}`)}\n`));
    }
  }
  for (const each of uncertain) {
    const reason = typeof each === 'string' ? '' : (each.reason ?? '');
    terminal.out(`${paint.dim('unknown')}   ${printable(claimText(each))}  ${paint.dim(printable(reason))}\n`);
  }
}

/** `deliberate` */
export function declareDeliberate(program: Command, { context, execute }: CommandHost): void {
  common(program.command('deliberate'))
    .description(
      'Have several models answer a question and criticise each other’s answers; what they agree on and dispute is kept as a signed Knowledge Unit',
    )
    .argument('<question...>', 'the question')
    .requiredOption(
      '--models <names>',
      'two or more models: named servers, SERVER:MODEL, or models of the default server',
      listedNames,
    )
    .option('--synthesizer <name>', 'the model that sums up what they agree on and dispute (default: the first)')
    .option('--sources <path...>', 'give the models these sources')
    .option('--pages <slug...>', 'give the models these pages')
    .addOption(
      new Option('--volatility <kind>', 'how soon the answer may change (default: evolving)').choices(VOLATILITIES),
    )
    .addOption(new Option('--domain <name>', 'the field of the question').choices(DOMAINS))
    .option('--tags <names>', 'tags of the new unit', listedNames)
    .option('--parent <unit>', 'the unit with the broader question that this one is part of', unitId)
    .option('--relate <unit:relation>', `a relation to another unit: ${RELATIONS.join(', ')}`, relation)
    .option('--max-money <amount>', 'maximum cost of the whole deliberation (default: job-money)', moneyAmount)
    .option('--max-tokens <count>', 'maximum tokens of the whole deliberation (default: job-tokens)', wholeNumber)
    .option('--timeout <seconds>', 'maximum seconds for one answer (default: 600)', wholeNumber)
    .option('--merge <unit...>', 'replace these units with the new one; their texts are used if you name none')
    .option('--fresh', 'ask even if a unit already answers the question')
    .option('--unsigned', 'make a unit without a signature')
    .option('--estimate', 'show what it would ask and cost, and ask nothing')
    .addHelpText(
      'after',
      examples(
        'living-wiki deliberate "Can the lens stay in place?" --models aurora,borealis,cumulus --sources sources/survey.md',
        'living-wiki deliberate "Which lamp lasts longer?" --models gpt-5,ollama:qwen3:8b --max-money 0.60',
      ),
    )
    .action((words: string[], options: DeliberateOptions) => execute(deliberate(context, words, options)));
}
