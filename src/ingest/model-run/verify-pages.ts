import { throwIfCancelled } from '../../base';
import { isModelError } from '../../model';
import { renderUnits, type Unit } from '../units';
import { verifySchema, type RawFinding } from './answer-schemas';
import { type Curation } from './curation';
import { blocksOf, marksOf, type NewBlock } from './new-blocks';
import { concludes } from './conclusions';
import { replaceMarks } from './marks';
import { findUnsupportedDetails } from './unsupported-details';
import { verifyPrompt } from './write-prompt';
import { verifySentences } from './verify-sentences';
import { readWritten, type WrittenPage } from './read-written';
import { type WriteMaterial } from './write-material';

/** Characters of new text in one call. */
const MAX_VERIFY_LENGTH = 12_000;

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
  const checked = verify === 'all' ? blocks : blocks.filter((block) => isDoubtful(block, pages[block.page], material));
  if (curation.steps.isSmall) return verifySentences(curation, pages, checked, material);
  const batches = batchesOf(checked);
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
  const said = known.map((each) => each ?? '');
  return findUnsupportedDetails(words, [page.planned.title, ...said]).length > 0 || concludes(words, said.join('\n'));
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

/** A verification that fails is not worth the loss of what was written. */
async function findingsFor(
  curation: Curation,
  batch: readonly NewBlock[],
  { marks, units: all }: WriteMaterial,
): Promise<readonly RawFinding[]> {
  const targets = [...new Set(batch.flatMap(({ text }) => marksOf(text)))].flatMap((mark) => marks.get(mark) ?? []);
  const units = targets.flatMap(({ unit }): readonly Unit[] => (unit === null ? [] : [unit]));
  const older = targets.flatMap(({ unit, mark, note }) =>
    unit === null && note?.quote ? [`{${mark}} ${note.quote}`] : [],
  );
  const messages = verifyPrompt(curation.promptContext, {
    blocks: batch.map(({ id, text }) => `[${id}] ${text}`).join('\n\n'),
    units: [renderUnits(units, 1, all), ...older].join('\n'),
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
