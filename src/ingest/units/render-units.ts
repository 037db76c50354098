import { type Unit } from './types';

/**
 * Units as a prompt shows them: headings, speakers and lead-ins as context, then each unit with its mark `{1.12}`.
 *
 * @param source the number of the source in this run
 */
export function renderUnits(units: readonly Unit[], source: number): string {
  const lines: string[] = [];
  let before: Partial<Pick<Unit, 'speaker' | 'date' | 'lead' | 'replyTo' | 'text'>> & {
    readonly heading?: string | undefined;
  } = {};
  for (const unit of units) {
    const { heading } = unit.anchor;
    if (heading !== undefined && heading !== before.heading) lines.push(`# ${oneLine(heading)}`);
    const says = speakerLine(unit);
    if (says !== '' && (unit.speaker !== before.speaker || unit.date !== before.date)) lines.push(says);
    if (unit.replyTo !== null && unit.replyTo !== before.replyTo) lines.push(`(in reply to: ${oneLine(unit.replyTo)})`);
    if (unit.lead !== null && unit.lead !== before.lead && unit.lead !== before.text)
      lines.push(`(${oneLine(unit.lead)})`);
    const mode = unit.mode === 'fact' || unit.mode === 'question' ? '' : ` (${unit.mode})`;
    const ordinal = unit.ordinal === undefined ? '' : `${unit.ordinal}. `;
    lines.push(
      `{${source}.${unit.number}}${mode} ${ordinal}${unit.kind === 'code' ? `\n${unit.text}` : oneLine(unit.text)}`,
    );
    before = { ...unit, heading };
  }
  return lines.join('\n');
}

function speakerLine({ speaker, role, date }: Unit): string {
  const parts = [speaker, role, date].filter((part) => part !== null);
  return parts.length === 0 ? '' : `[${parts.map(oneLine).join(', ')}]`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
