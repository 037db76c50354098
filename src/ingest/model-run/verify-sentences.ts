import { plural, throwIfCancelled } from '../../base';
import { isModelError } from '../../model';
import { renderUnits, type Unit } from '../units';
import { yesNoSchema } from './answer-schemas';
import { type Curation } from './curation';
import { replaceMarks } from './marks';
import { marksOf, type NewBlock } from './new-blocks';
import { readWritten, type WrittenPage } from './read-written';
import { type WriteMaterial } from './write-material';
import { sentencePrompt } from './write-prompt';

/** A sentence or list item up to the end of its marks. */
const MARKED = /[^{}]*(?:\{[^{}]*\})+/g;

/**
 * Has a weak model say of each new sentence whether its units say that. A sentence that they do not say is left out; its units are then
 * listed with those that found no place. Rows of tables stay.
 */
export async function verifySentences(
  curation: Curation,
  pages: readonly WrittenPage[],
  blocks: readonly NewBlock[],
  material: WriteMaterial,
): Promise<readonly WrittenPage[]> {
  const { run } = curation.request;
  const result = [...pages];
  let removed = 0;
  for (const [at, block] of blocks.entries()) {
    run.progress({ stage: 'verify', done: at, total: blocks.length, detail: '' });
    if (/^\|/m.test(block.text)) continue;
    const refused: string[] = [];
    for (const [sentence] of block.text.matchAll(MARKED)) {
      throwIfCancelled(run);
      if (!(await holds(curation, sentence, material))) refused.push(sentence);
    }
    const before = result[block.page];
    if (refused.length === 0 || before === undefined) continue;
    const text = refused.reduce((rest, sentence) => rest.replace(sentence, ''), block.text).trim();
    result[block.page] = readWritten(before.planned, block.replace(before.written, text), material);
    removed += refused.length;
  }
  if (removed > 0) {
    const count = plural(removed, 'sentence');
    curation.notes.push(
      `${count} left out, because the model did not find ${removed === 1 ? 'it in its' : 'them in their'} units when asked again.`,
    );
  }
  return result.filter(({ cited }) => cited.size > 0);
}

/** What cannot be asked is kept, as without verification. */
async function holds(curation: Curation, sentence: string, { marks }: WriteMaterial): Promise<boolean> {
  const targets = marksOf(sentence).flatMap((mark) => marks.get(mark) ?? []);
  const units = targets.flatMap(({ unit }): readonly Unit[] => (unit === null ? [] : [unit]));
  const words = replaceMarks(sentence, () => '').trim();
  if (units.length === 0 || words === '') return true;
  const messages = sentencePrompt(curation.promptContext, {
    blocks: words,
    units: renderUnits(units, 1),
    label: `source ${curation.request.source.path}`,
  });
  try {
    const { answer } = await curation.caller.ask('verify', messages, yesNoSchema(), curation.options.verifier);
    return answer === 'yes';
  } catch (error) {
    if (!isModelError(error)) throw error;
    return true;
  }
}
