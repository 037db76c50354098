import { readStatements } from '../../markdown';
import { splitBlocks } from './blocks';

/** So many paragraphs of one sentence in a row read as a list of facts; fewer may be meant. */
const MIN_RUN = 3;
/** Sentences of a paragraph that is made of them. */
const MAX_SENTENCES = 5;
/** A heading, a table, a list, a quotation, code, a definition, or a run-in heading in bold. */
const NO_PROSE = /^(?:#{1,6} |\||[-*+] |\d{1,9}[.)] |>|`{3}|~{3}|\[\^|\*\*|__|\s)/;

/**
 * Joins paragraphs of one sentence that follow one another into paragraphs that read. No word and no mark changes.
 *
 * @param kept blocks that stay as they are, such as those of a page that is written anew
 */
export function joinSentences(markdown: string, kept: ReadonlySet<string> = new Set()): string {
  const joined: string[] = [];
  let run: string[] = [];
  const close = (): void => {
    if (run.length < MIN_RUN) joined.push(...run);
    else {
      const paragraphs = Math.ceil(run.length / MAX_SENTENCES);
      for (let nth = 0; nth < paragraphs; nth += 1)
        joined.push(run.slice((nth * run.length) / paragraphs, ((nth + 1) * run.length) / paragraphs).join(' '));
    }
    run = [];
  };
  for (const block of splitBlocks(markdown)) {
    if (!kept.has(block) && isSentence(block)) run.push(block);
    else {
      close();
      joined.push(block);
    }
  }
  close();
  return joined.join('\n\n');
}

function isSentence(block: string): boolean {
  if (NO_PROSE.test(block) || block.includes('\n') || /^see also\b/i.test(block)) return false;
  const { statements } = readStatements(block);
  return (
    statements.length === 1 && statements[0]?.kind === 'sentence' && !/[:：]\s*(?:\[\^[^\s[\]]+\]\s*)*$/.test(block)
  );
}
