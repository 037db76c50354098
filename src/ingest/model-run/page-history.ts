import { eolOf } from '../../markdown';
import { longestQuote, pageLink } from '../extractive/context';
import { plainMarkdown, quoteOf, quoteText } from '../extractive/quote';
import { quotePlace } from '../extractive/sections';
import { blockEnd, sectionEnd } from './anchors';
import { evidenceFor } from './claims';
import type { PageJob, ReadyEdit } from './judge-edits';
import { policyWords, statementLine, type SettledConflict } from './settle-conflicts';
import type { Claim } from './types';
import { reasonOf, type Ordered, type Writing } from './writing';

const historyHeading = 'History';

/** That a page has been replaced, and what says so. */
export interface Superseded {
  readonly by: { readonly slug: string; readonly title: string };
  /** Why, as the second half of a sentence. */
  readonly why: string;
  /** Its quote says so; `null` where the facts of the source do. */
  readonly claim: Claim | null;
}

/** Statements that no edit changes as well, each once. */
export function applicable(
  conflicts: readonly SettledConflict[],
  edits: readonly ReadyEdit[],
): readonly SettledConflict[] {
  return conflicts.filter(
    (conflict, index) =>
      !edits.some((edit) => edit.start < conflict.end && conflict.start < edit.end) &&
      !conflicts.slice(0, index).some((other) => other.start < conflict.end && conflict.start < other.end),
  );
}

/** What becomes of each contradiction: a callout, or a line of the history and a sentence that is replaced. */
export function conflictSplices(
  conflicts: readonly SettledConflict[],
  job: PageJob,
  writing: Writing,
): readonly Ordered[] {
  const { text } = job;
  const eol = eolOf(text);
  const { quoted, source, date } = writing;
  const found: Ordered[] = [];
  const history: { readonly line: string; readonly conflict: SettledConflict; readonly replaces: string | null }[] = [];
  for (const [index, conflict] of conflicts.entries()) {
    const { claim, settled, statement, old } = conflict;
    const evidence = evidenceFor([claim], quoted);
    const quote = quoteText(quoteOf({ text: claim.quote, anchor: claim.anchor }, longestQuote), quoted);
    const was = plainMarkdown(statementLine(statement));
    const by = old === null ? '' : ` [${old.id}]`;
    if (settled === null) {
      const at = blockEnd(text, conflict.end);
      const block = ['> [!warning] Contradiction', `> This page: ${was}${by}`, '>', `> ${quote}`];
      found.push({
        order: 0.5,
        splice: {
          start: at,
          end: at,
          text: `${eol}${eol}${block.join(eol)}`,
          title: 'Contradiction',
          reason: reasonOf([claim], '', [], ['It contradicts a statement of the page; both are kept.']),
          evidence,
          needs: [writing.summary.head],
        },
      });
    } else if (settled.stands === 'old') {
      history.push({ line: `- ${quote} says otherwise; ${policyWords(conflict)}.`, conflict, replaces: null });
    } else {
      const name = `settled-${index}`;
      const tail = /^\s*\[[a-z0-9][a-z0-9-]{1,95}\]/.exec(text.slice(conflict.end))?.[0] ?? '';
      found.push({
        order: 0,
        splice: {
          name,
          start: conflict.start,
          end: conflict.end + tail.length,
          text: `${plainMarkdown(claim.text)} ${quoted.citation}`,
          title: 'Contradiction settled',
          reason: reasonOf(
            [claim],
            claim.text,
            [text],
            [`It contradicts the page; ${policyWords(conflict)}. The old statement is kept under "${historyHeading}".`],
          ),
          evidence,
          needs: ['history'],
          declares: [],
        },
      });
      const since = date === null ? '' : ` (${date})`;
      history.push({
        line: `- Until ${source.id}${since}: ${was}${by}; ${policyWords(conflict)}.`,
        conflict,
        replaces: name,
      });
    }
  }
  if (history.length > 0) {
    const end = sectionEnd(text, historyHeading);
    const at = end ?? quotePlace(text).at;
    const lines = history.map(({ line }) => line).join(eol);
    found.push({
      order: 2,
      splice: {
        name: 'history',
        start: at,
        end: at,
        text: end === null ? `${eol}${eol}## ${historyHeading}${eol}${eol}${lines}` : `${eol}${lines}`,
        title: historyHeading,
        reason: 'What a page or a source said and does not stand is kept here.',
        evidence: evidenceFor(
          history.map(({ conflict }) => conflict.claim),
          quoted,
        ),
        needs: history.flatMap(({ replaces }) => replaces ?? []),
      },
    });
  }
  return found;
}

/** The page keeps its text; a line of its history names the page that replaces it, and goes with that page. */
export function supersededSplice(
  { by, why, claim }: Superseded,
  hasHistory: boolean,
  { text }: PageJob,
  { quoted, created }: Writing,
): Ordered {
  const eol = eolOf(text);
  const end = sectionEnd(text, historyHeading);
  const at = end ?? quotePlace(text).at;
  const quote =
    claim === null ? '' : ` ${quoteText(quoteOf({ text: claim.quote, anchor: claim.anchor }, longestQuote), quoted)}`;
  const line = `- Superseded by ${pageLink(by.slug, by.title, { links: true })}; ${why}.${quote}`;
  const isFirst = end === null && !hasHistory;
  return {
    order: 3,
    splice: {
      name: 'superseded',
      start: at,
      end: at,
      text: isFirst ? `${eol}${eol}## ${historyHeading}${eol}${eol}${line}` : `${eol}${line}`,
      title: 'Superseded',
      reason: `The new page "${by.title}" replaces this one; ${why}.`,
      evidence: claim === null ? [] : evidenceFor([claim], quoted),
      needs: [created.get(by.slug) ?? [], end === null && hasHistory ? ['history'] : []].flat(),
    },
  };
}
