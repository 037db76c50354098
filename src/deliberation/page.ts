import { capitalise, plural } from '../base';
import { inertLine as inertLineOf, inertMarkdown, type InertRules } from '../markdown';
import { EVIDENCE_NOT_PROOF, LEVEL_MEANINGS } from './consensus';
import { positionOf } from './extraction';
import { labelOf } from './labels';
import { isUnsigned } from './receipts';
import { deliberationOf } from './restate';
import { claimText } from './schema';
import { type Bundle, type ClaimTrace, type KnowledgeUnit } from './types';

/** What models wrote links to nothing and cites nothing. */
const RULES: InertRules = { resolve: () => null, canCite: () => false };
const inertLine = (text: string): string => inertLineOf(text, RULES);

/**
 * The body of a unit's page: the record in words, then the synthesis, marked as editorial. Everything that a model wrote is made inert.
 * The record itself is in the properties; this is one way to show it.
 */
export function pageBody(bundle: Bundle): string {
  const { unit, deliberated } = bundle;
  const { responses } = deliberationOf(bundle);
  const slots = new Map(responses.filter(({ round }) => round === 1).map(({ model, slot }) => [model, labelOf(slot)]));
  const sections = [
    introduction(unit),
    ...[...deliberated.warnings, ...absenceNotes({ deliberated })].map((note) => `> [!warning] ${inertLine(note)}`),
    section(
      'Models',
      [...slots].map(([model, label]) => `- ${label}: ${inertLine(model)}`),
    ),
    section(
      'Agreed',
      unit.agreed.map((claim) => agreedItem(claim, deliberated.traces, slots)),
    ),
    disputes(unit, deliberated.traces, slots),
    section(
      'What nobody knows',
      (unit.uncertain ?? []).map((each) => {
        const reason = typeof each === 'string' ? '' : (each.reason ?? '');
        return unsettled('-', 'Not settled', claimText(each), reason === '' ? [] : [`  - ${inertLine(reason)}`]);
      }),
    ),
    section(
      'What to ask next',
      deliberated.follow_ups.map((each) => `- ${inertLine(each)}`),
    ),
    section(
      'Texts that were given',
      (unit.sources ?? []).map(
        ({ uri, title, content_hash }) => `- ${inertLine(title ?? uri)} (\`${content_hash.slice(0, 19)}…\`)`,
      ),
    ),
    section('Proof', proof({ unit, deliberated })),
    unit.synthesis === undefined ? '' : editorial(unit.synthesis),
  ];
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`;
}

const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `## ${title}\n\n${lines.join('\n')}`;

/** The first sentence is level 0 without the question, which is the title: it stands in the index and among search results. */
function introduction(unit: KnowledgeUnit): string {
  const { consensus_level: level, models_used: models, agreed } = unit;
  const [first] = agreed;
  const claim = first === undefined ? 'The models have no claim in common.' : inertLine(claimText(first));
  const counted = `${plural(models.length, 'model')} answered, and code counted who supports and who disputes each claim.`;
  const meaning = first === undefined ? '' : ` ${LEVEL_MEANINGS[level]}`;
  const past = unit.status === 'superseded' ? 'No longer current. ' : '';
  return `${past}**${capitalise(level)}:** ${/[.!?。！？]$/.test(claim) ? claim : `${claim}.`}${meaning} ${counted} ${EVIDENCE_NOT_PROOF}`;
}

const absenceNotes = ({ deliberated }: Pick<Bundle, 'deliberated'>): readonly string[] =>
  deliberated.absences.map(
    ({ model, round, reason }) =>
      `${model} said nothing in round ${round}: ${reason} Its silence does not count as agreement.`,
  );

function agreedItem(
  claim: KnowledgeUnit['agreed'][number],
  traces: readonly ClaimTrace[],
  slots: ReadonlyMap<string, string>,
): string {
  const text = claimText(claim);
  const trace = traces.find((each) => each.list === 'agreed' && each.claim === text);
  const who = [...slots]
    .filter(([model]) => trace?.positions.some((each) => each.model === model))
    .map(([, label]) => label);
  const quotes = (trace?.sources ?? []).map(({ quote, uri }) => `  - “${inertLine(quote)}” (${inertLine(uri)})`);
  const first = trace?.positions[0];
  const said =
    first === undefined || quotes.length > 0
      ? []
      : [`  - “${inertLine(first.quote)}” (${slots.get(first.model) ?? ''}, round ${first.round})`];
  return [`- ${inertLine(text)}${who.length === 0 ? '' : ` (${who.join(', ')})`}`, ...quotes, ...said].join('\n');
}

/** A search or an answer may show this line alone, so it says itself that the claim does not hold. */
const unsettled = (mark: string, state: string, claim: string, below: readonly string[]): string =>
  [`${mark} ${state}: “${inertLine(claim.replace(/\.$/, ''))}”`, ...below].join('\n');

/** One row a model, one column a dispute, and under it what each side says. */
function disputes(unit: KnowledgeUnit, traces: readonly ClaimTrace[], slots: ReadonlyMap<string, string>): string {
  const { disputed = [] } = unit;
  if (disputed.length === 0) return '';
  const found = disputed.map(({ claim }) => traces.find((each) => each.list === 'disputed' && each.claim === claim));
  const rows = [...slots].map(([model, label]) => {
    const cells = found.map((trace) => positionOf(trace?.positions ?? [], model)?.stance ?? 'silent');
    return `| ${label} | ${cells.join(' | ')} |`;
  });
  const head = `| Model | ${disputed.map((_, at) => `Claim ${at + 1}`).join(' | ')} |`;
  const rule = `| --- | ${disputed.map(() => '---').join(' | ')} |`;
  const items = disputed.map(({ claim, significance }, at) => {
    const sides = (found[at]?.positions ?? []).map(
      ({ stance, quote, model, round }) =>
        `   - ${slots.get(model) ?? '?'} ${stance} (round ${round}): “${inertLine(quote)}”`,
    );
    const weight = (significance ?? 'core').replace('_', ' ');
    return unsettled(`${at + 1}.`, `Disputed (${weight})`, claim, sides);
  });
  return `## Disputed\n\n${items.join('\n')}\n\n${[head, rule, ...rows].join('\n')}`;
}

function proof({ unit, deliberated }: Pick<Bundle, 'unit' | 'deliberated'>): readonly string[] {
  const { claims, quotes } = deliberated.thrown_out;
  const signed = isUnsigned(unit)
    ? '- **Unsigned.** Nobody vouches for this unit.'
    : `- Signed with the key \`${unit.receipt_kid}\`. Check it with \`living-wiki units verify ${unit.id}\`.`;
  const dropped = claims.length + quotes;
  return [
    signed,
    `- Unit \`${unit.id}\`, fresh until ${unit.fresh_until.slice(0, 10)}.`,
    ...(dropped === 0
      ? []
      : [
          `- Code removed ${plural(claims.length, 'claim')} that no model had made and ${plural(quotes, 'quote')} that no text has.`,
        ]),
  ];
}

function editorial(synthesis: string): string {
  const lines = inertMarkdown(synthesis, RULES).trimEnd().split('\n');
  return [
    '## Summary, editorial',
    '',
    '> [!quote] Written by one model. Not part of the record.',
    ...lines.map((line) => `> ${line}`.trimEnd()),
  ].join('\n');
}
