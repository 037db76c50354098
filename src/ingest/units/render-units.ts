import { contextOf } from './neighbours';
import { type Unit } from './types';
import { asksForWish, isRequest } from './unit-mode';

/**
 * Units as a prompt shows them: headings, speakers and lead-ins as context, then each unit with its mark `{1.12}`.
 *
 * @param source the number of the source in this run
 * @param all every unit of the source, by number from 1: what a unit leans on and is not among `units` is shown without a mark
 */
export function renderUnits(units: readonly Unit[], source: number, all: readonly Unit[] = []): string {
  const lines: string[] = [];
  const shown = new Set(units.map(({ number }) => number));
  let before: Partial<Pick<Unit, 'speaker' | 'date' | 'lead' | 'replyTo' | 'text'>> & {
    readonly heading?: string | undefined;
  } = {};
  for (const unit of units) {
    const { heading } = unit.anchor;
    const says = speakerLine(unit);
    if (heading !== undefined && heading !== before.heading && !isToldBy(unit, heading, says))
      lines.push(`# ${oneLine(heading)}`);
    if (says !== '' && (unit.speaker !== before.speaker || unit.date !== before.date)) lines.push(says);
    if (unit.replyTo !== null && unit.replyTo !== before.replyTo) lines.push(`(in reply to: ${oneLine(unit.replyTo)})`);
    if (unit.lead !== null && unit.lead !== before.lead && unit.lead !== before.text)
      lines.push(`(${oneLine(unit.lead)})`);
    const context = contextOf(unit, shown, all);
    if (context !== '') lines.push(`(before it: ${context})`);
    const mode = modeLabel(unit);
    const ordinal = unit.ordinal === undefined ? '' : `${unit.ordinal}. `;
    lines.push(
      `{${source}.${unit.number}}${mode} ${ordinal}${unit.kind === 'code' ? `\n${unit.text}` : oneLine(unit.text)}`,
    );
    before = { ...unit, heading };
  }
  return lines.join('\n');
}

/** Who asks or proposes in so many words wishes. "The gate should be shut at dusk" may be a rule that was decided: the writer judges. */
function modeLabel({ mode, text, lead }: Unit): string {
  if (mode === 'fact' || mode === 'question') return '';
  const isOpen = mode === 'wish' && !isRequest(text) && (lead === null || !(isRequest(lead) || asksForWish(lead)));
  return isOpen ? ' (may be a wish)' : ` (${mode})`;
}

/** "mirela-k (member) commented on 2024-03-05" above "[mirela-k, member, 2024-03-05]" says it twice. */
function isToldBy({ speaker, date, role }: Unit, heading: string, says: string): boolean {
  if (speaker === null || date === null || !heading.startsWith(speaker)) return false;
  const rest = [speaker, role ?? '', date].reduce((text, part) => text.replace(part, ''), heading);
  return (
    says !== '' &&
    /^[\s()]*(?:commented|opened this|closed this|reopened this|replied|wrote)?(?: on)?[\s()]*$/.test(rest)
  );
}

function speakerLine({ speaker, role, date }: Unit): string {
  const parts = [speaker, role, date].filter((part) => part !== null);
  return parts.length === 0 ? '' : `[${parts.map(oneLine).join(', ')}]`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
