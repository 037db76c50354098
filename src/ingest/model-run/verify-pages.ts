import { throwIfCancelled } from '../../base';
import { isModelError } from '../../model';
import { renderUnits, type Unit } from '../units';
import { verifySchema, type RawFinding, type RawWrittenPage } from './answer-schemas';
import { type Curation } from './curation';
import { splitBlocks } from './page-draft';
import { replaceMarks } from './marks';
import { findUnsupportedDetails } from './unsupported-details';
import { verifyPrompt } from './write-prompt';
import { readWritten, type WrittenPage } from './read-written';
import { type WriteMaterial } from './write-material';

/** Characters of new text in one call. */
const MAX_VERIFY_LENGTH = 12_000;

/** A block of new text, as the model wrote it, with the mark of its place. */
interface NewBlock {
  readonly id: string;
  readonly page: number;
  readonly text: string;
  /** Puts another text in its place. */
  readonly replace: (written: RawWrittenPage, markdown: string) => RawWrittenPage;
}

/**
 * Has new text checked against its units, and takes the corrections that break nothing: a correction that adds errors to a page
 * is left out.
 */
export async function verifyPages(
  curation: Curation,
  pages: readonly WrittenPage[],
  material: WriteMaterial,
): Promise<readonly WrittenPage[]> {
  const { verify = 'off' } = curation.options;
  if (verify === 'off') return pages;
  const result = [...pages];
  const blocks = pages.flatMap(blocksOf);
  const batches = batchesOf(
    verify === 'all' ? blocks : blocks.filter((block) => isDoubtful(block, pages[block.page], material)),
  );
  for (const [at, batch] of batches.entries()) {
    throwIfCancelled(curation.request.run);
    curation.request.run.progress({ stage: 'verify', done: at, total: batches.length, detail: '' });
    for (const { block, markdown } of await findingsFor(curation, batch, material)) {
      const found = batch.find(({ id }) => id === block.replace(/[[\]\s]/g, ''));
      const before = found === undefined ? undefined : result[found.page];
      if (found === undefined || before === undefined || markdown.trim() === '') continue;
      const after = readWritten(before.planned, found.replace(before.written, markdown), material);
      if (after.errors.length <= before.errors.length) result[found.page] = after;
    }
  }
  return result;
}

function blocksOf({ written }: WrittenPage, page: number): readonly NewBlock[] {
  if (written.markdown.trim() !== '') {
    const blocks = splitBlocks(written.markdown);
    return blocks.map((text, at) => ({
      id: `p${page + 1}.${at + 1}`,
      page,
      text,
      replace: (current, markdown) => ({ ...current, markdown: replaceOnce(current.markdown, text, markdown) }),
    }));
  }
  return written.edits.flatMap((edit, at) =>
    edit.do === 'delete'
      ? []
      : {
          id: `p${page + 1}.${at + 1}`,
          page,
          text: edit.markdown,
          replace: (current: RawWrittenPage, markdown: string) => ({
            ...current,
            edits: current.edits.map((each, index) => (index === at ? { ...each, markdown } : each)),
          }),
        },
  );
}

/**
 * Whether code sees a reason to have a block checked: a number or a name that its units do not have, a unit that is no statement
 * of fact, or a page that lost details.
 */
function isDoubtful({ text }: NewBlock, page: WrittenPage | undefined, { marks }: WriteMaterial): boolean {
  if (page === undefined || page.account.warnings.length > 0) return true;
  const targets = marksOf(text).flatMap((mark) => marks.get(mark) ?? []);
  if (targets.some(({ unit }) => unit !== null && unit.mode !== 'fact')) return true;
  const known = targets.flatMap(({ unit, note, sourceId }) => [
    sourceId,
    note?.quote ?? '',
    note?.anchor.heading,
    ...(unit === null ? [] : [unit.text, unit.lead, unit.speaker, unit.date, unit.anchor.heading, unit.replyTo]),
  ]);
  const words = replaceMarks(text, () => '');
  return findUnsupportedDetails(words, [page.planned.title, ...known.map((each) => each ?? '')]).length > 0;
}

function replaceOnce(text: string, old: string, next: string): string {
  const at = text.indexOf(old);
  return at < 0 ? text : text.slice(0, at) + next + text.slice(at + old.length);
}

function batchesOf(blocks: readonly NewBlock[]): readonly (readonly NewBlock[])[] {
  const batches: NewBlock[][] = [];
  let length = Infinity;
  for (const block of blocks) {
    if (marksOf(block.text).length === 0) continue;
    length += block.text.length;
    if (length > MAX_VERIFY_LENGTH) {
      batches.push([]);
      length = block.text.length;
    }
    batches.at(-1)?.push(block);
  }
  return batches;
}

function marksOf(text: string): readonly string[] {
  const found: string[] = [];
  replaceMarks(text, (marks) => {
    for (const mark of marks) if (mark.kind === 'unit') found.push(mark.mark);
    return '';
  });
  return found;
}

/** A verification that fails is not worth the loss of what was written. */
async function findingsFor(
  curation: Curation,
  batch: readonly NewBlock[],
  { marks }: WriteMaterial,
): Promise<readonly RawFinding[]> {
  const targets = [...new Set(batch.flatMap(({ text }) => marksOf(text)))].flatMap((mark) => marks.get(mark) ?? []);
  const units = targets.flatMap(({ unit }): readonly Unit[] => (unit === null ? [] : [unit]));
  const older = targets.flatMap(({ unit, mark, note }) =>
    unit === null && note?.quote ? [`{${mark}} ${note.quote}`] : [],
  );
  const messages = verifyPrompt(curation.promptContext, {
    blocks: batch.map(({ id, text }) => `[${id}] ${text}`).join('\n\n'),
    units: [renderUnits(units, 1), ...older].join('\n'),
    label: `source ${curation.request.source.path}`,
  });
  try {
    const { findings } = await curation.caller.ask('verify', messages, verifySchema(), curation.options.verifier);
    return findings;
  } catch (error) {
    if (!isModelError(error)) throw error;
    curation.notes.push(`The text was not verified: ${error.message}`);
    return [];
  }
}
