import { cellRanges } from '../../markdown';
import { readLedger } from '../ledger';
import { citedNote, dayOf, type CitedPassage } from './passages';
import { CHANGES_HEADING, type ChangedStatement } from './render-page';

/** A change that the page of disputes tells, with the slug of the page that it is about. */
export type RecordedChange = ChangedStatement & { readonly slug: string };

/** Reads back the rows of "What changed": no page tells of what a newer source ended on another one. */
export function readChanges(text: string, dateOf: (sourceId: string) => string | null): readonly RecordedChange[] {
  const ledger = readLedger(text);
  return ledger.claims.flatMap(({ kind, heading, start, end }): readonly RecordedChange[] => {
    if (kind !== 'row' || heading !== CHANGES_HEADING) return [];
    const row = text.slice(start, end);
    const [page = '', ...cells] = cellRanges(row).map(([from, to]) => row.slice(from, to).trim());
    const slug = /^\[\[([^\]|\\]+)/.exec(page)?.[1];
    const [before, after] = cells.map((cell): CitedPassage => {
      const labels = [...cell.matchAll(/\[\^([^\]\s]+)\]/g)].map(([, label = '']) => label);
      const notes = labels.flatMap((label) => ledger.notes.get(label) ?? []).map((note) => citedNote(note, text));
      const markdown = cell.replace(/(?:\[\^[^\]\s]+\])+$/, '').replace(/\\\|/g, '|');
      const day = dayOf({ markdown, notes }, dateOf);
      const isDated = day !== null && markdown.startsWith(`${day}: `);
      return { markdown: isDated ? markdown.slice(day.length + 2) : markdown, notes };
    });
    return slug === undefined || before === undefined || after === undefined ? [] : [{ slug, before, after }];
  });
}
