import { buildPrompt, fence, type Message } from '../../model';
import { hubRole, type Page } from '../../wiki';
import {
  errorsPart,
  listedLines,
  questionsPart,
  rulesPart,
  steeringPart,
  unitsPart,
  type PromptContext,
} from './prompt';

const PLAN_TASK = [
  'Task: plan how the wiki takes up the source: to which pages each unit goes, or why it is left.',
  '`what`: in one sentence, what the source is (a letter, a chapter, a thread), who wrote it, and what it covers; `date`: its own, as YYYY-MM-DD, YYYY-MM or YYYY, as far as it says; `point`: each of the',
  'five to ten main things that it says, the weightiest first, in a sentence with marks that stays true and can be read alone: "The tower was built in 1874.{1.3}" No greeting,',
  'thanks or word of what the source will say is a point. What may have changed since, such as a state, a count, a cause that was',
  'supposed, a plan or a price, has its date and the past tense: "In March 1998 three floors were closed.{1.5}"',
  '`page`: the slug of a listed page, or a new one in kebab-case with a `title` and a `kind` (a type of this wiki, or entity, concept,',
  'timeline, comparison); edit for a little; compose when the first paragraph has to change, the new units exceed a third of the',
  'page, or the list says so; units as "3-8, 11"; `from`: other pages that the writer should see, as slug or slug#section;',
  '`aliases`: other names of the same subject that the source uses, six at most; `retitle`: instead of a wrong title; `why` in at most six words.',
  'A page for the main subject, and for each organisation, place or thing that a reader would look up by',
  'name and of which the source says a paragraph. A person gets a page who holds or held an office or a lasting role, or acts in two sources, and of whom a paragraph can be told;',
  'everybody else is a row with role and dates: of the hub `people`, else of the table of people of the body that they serve. Smaller subjects are a section of a bigger page, with an alias if its heading names them. The same',
  'attribute of many things is one table or timeline page, and the holders of offices are a table of the body that they serve. Never a second page for the same thing. A unit may go to several pages.',
  '`left`: units that no page needs, such as labels and thanks. Every unit is on a page or left, never both.',
  '`replaces`: only where units say that one thing took the place of another.',
].join(' ');

/** Where the wiki has pages that gather what others say. */
const HUB_TASK =
  'A page listed as a hub (overview, timeline, people, table) also gets the units that belong on it, besides the pages of their subjects: a dated event is a row; the overview gets each that changes a count, an aim, a rule, who holds an office, or what is open.';

const STANDING =
  'Pages say this from older sources. Settle each: `ended` with the units that end, change or correct it, and its pages are changed; else `holds`:';

/** For a source without a date. */
const STANDING_UNDATED =
  'Pages say this from the sources of these years. Settle each: `ended` with the units that end, change or correct it, if this source is the newer one, and its pages are changed; else `holds`:';

const NAMED =
  'Named often, without a page. Each of which the wiki and the units together say a paragraph now gets one, with the pages that name it in `from`; what is only another name of a page is among its `aliases`; others are `unnamed` with the reason:';

/** For a weak model: less to keep in mind. */
const SMALL_PLAN_TASK = [
  'Task: plan how the wiki takes up these units. Put each unit on the page of its subject: a listed page by its slug, or a new page with a',
  'slug such as halden-light and a title such as Halden Light. Write units as "3-8, 11". Every unit is on a page.',
].join(' ');

/** The units of a part of the source, and what is known already. */
interface PlanInput {
  readonly label: string;
  /** The types of pages, as rendered by `typesPart`. */
  readonly types: string;
  /** Which part of the source it is; `''` for the whole. */
  readonly part: string;
  /** As rendered by `renderUnits`. */
  readonly units: string;
  readonly listed: readonly Page[];
  /** Of these, the ones that should be written anew: how many sources were only added to them. */
  readonly patchy?: ReadonlyMap<Page, number>;
  /** What pages say that units may end or correct. */
  readonly standing: readonly string[];
  /** Names that several sources give and no page has. */
  readonly named?: readonly string[];
  /** Pages that were planned for earlier parts. */
  readonly planned: readonly string[];
  /** What was wrong with the last answer. */
  readonly errors: readonly string[];
  /** What the source says of itself besides its text. */
  readonly self?: string;
  /** ISO day of the source, if it is known. */
  readonly known: string | null;
  /** Whether the model is asked in small steps. */
  readonly isSmall: boolean;
}

export function planPrompt(context: PromptContext, input: PlanInput): readonly Message[] {
  const { stable, steering, rules = [], questions = [], random } = context;
  const {
    label,
    types,
    part,
    units,
    listed,
    patchy,
    standing,
    named = [],
    planned,
    errors,
    self = '',
    known,
    isSmall,
  } = input;
  return buildPrompt({
    stable,
    varying: [
      unitsPart(units, label, context),
      isSmall ? SMALL_PLAN_TASK : PLAN_TASK,
      !isSmall && listed.some((page) => hubRole(page) !== null) ? HUB_TASK : '',
      isSmall ? '' : types,
      rulesPart(rules, random),
      steeringPart(steering, random),
      questionsPart(questions, random),
      listed.length === 0
        ? 'The wiki has no page yet that this source may concern.'
        : `Pages of the wiki that the source may concern:\n${fence(listedLines(listed, patchy), 'pages', random).text}`,
      standing.length === 0
        ? ''
        : `${known === null ? STANDING_UNDATED : STANDING}\n${fence(standing.join('\n'), 'statements of pages', random).text}`,
      named.length === 0 ? '' : `${NAMED}\n${fence(named.join('\n'), 'names', random).text}`,
      planned.length === 0
        ? ''
        : `Pages planned so far for this source; add units to them by the same slug:\n${fence(planned.join('\n'), 'planned pages', random).text}`,
      part,
      self === ''
        ? ''
        : `Title and author of the source:\n${fence(self, 'what the source says of itself', random).text}`,
      known === null ? '' : `Date of the source: ${known}.`,
      errorsPart(errors, random),
    ].filter((part) => part !== ''),
  });
}
