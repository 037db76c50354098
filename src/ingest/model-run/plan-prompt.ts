import { buildPrompt, fence, type Message } from '../../model';
import { type Page } from '../../wiki';
import { errorsPart, listedLine, questionsPart, steeringPart, type PromptContext } from './prompt';

const PLAN_TASK = [
  'Task: plan how the wiki takes up the source below. Decide for every unit to which pages it goes, or why it is left.',
  '`source`: `what` it is in one sentence, its own `date` as YYYY-MM-DD or null, and five to ten `points`: sentences that say what',
  'it says, each ending with its marks, as in "The tower was built in 1874.{1.3}".',
  '`pages`: `slug` (of a listed page, or a new one in kebab-case), `title`, `kind` (a type of this wiki, or entity, concept, timeline,',
  'comparison), `op` (create; edit for a little; compose when the first paragraph has to change, when the new units exceed a third of',
  'the page, or when it has grown patchy), `units` as ranges ["1.3-1.8", "1.11"], `from` (sections of other pages that the writer',
  'should see, as "slug#section"), `aliasesAdd` (other names that the source uses), and `why` in one short sentence.',
  'Rules: the main subject of the source always has a page, and so has each person, organisation, place or thing of which the source',
  'says enough for a paragraph and that a reader would look up by name. Small subjects are a section of a bigger page, with an alias.',
  'Where the source gives the same attribute of many things, plan one table or timeline page instead of many small ones. Use a',
  'listed page rather than making a second page for the same thing. A unit may go to several pages.',
  '`left`: `units` that no page needs, each with the `reason` boilerplate, off-scope, already-said or navigational, and a short `note`.',
  'Every unit is on at least one page or in `left`, never both. `replaces`: where units say in so many words that one thing took the',
  'place of another: the names `old` and `by`, and the `units`; else an empty list.',
].join(' ');

/** The units of a part of the source, and what is known already. */
export interface PlanInput {
  readonly label: string;
  /** As rendered by `renderUnits`. */
  readonly units: string;
  readonly listed: readonly Page[];
  /** Pages that were planned for earlier parts. */
  readonly planned: readonly string[];
  /** What was wrong with the last answer. */
  readonly errors: readonly string[];
  /** ISO day of the source, if it is known. */
  readonly known: string | null;
}

export function planPrompt(
  { stable, steering, questions = [], random }: PromptContext,
  input: PlanInput,
): readonly Message[] {
  const { label, units, listed, planned, errors, known } = input;
  return buildPrompt({
    stable,
    varying: [
      PLAN_TASK,
      steeringPart(steering, random),
      questionsPart(questions, random),
      listed.length === 0
        ? 'The wiki has no page yet that this source may concern.'
        : `Pages of the wiki that the source may concern:\n${fence(listed.map(listedLine).join('\n'), 'list of pages', random).text}`,
      planned.length === 0
        ? ''
        : `Pages planned so far for this source; add units to them by the same slug:\n${fence(planned.join('\n'), 'planned pages', random).text}`,
      known === null ? '' : `The source is of ${known}.`,
      errorsPart(errors, random),
      `The units:\n${fence(units, label, random).text}`,
    ].filter((part) => part !== ''),
  });
}
