import { type Random } from '../../base';
import { buildPrompt, fence, type Message } from '../../model';
import { type ConflictResolution } from '../../workspace';
import { errorsPart, namedSlug } from '../model-run/prompt';
import { POLICIES } from '../model-run/write-prompt';

const TASK = [
  'Task: you are the editor of this wiki. The pages below grew source by source, and read like it: sentence after sentence as the sources told them. Write each anew as one',
  'article for a reader who knows nothing of its subject. What you leave out is not lost: code keeps it on the summary of its source. So choose, and tell what is chosen well.',
].join(' ');

const RULES = [
  'The first paragraph, of two to four sentences, says what the subject is, why it matters, and how things stand now by the newest statements.',
  'Then `##` sections by theme, in the order in which a reader asks: what it is and how it works; how it came about, as a story with its turns; what it costs, counts or did; what is',
  'disputed; what is open. Never a section for each source, and none for each year unless the history is the subject. A short page needs none.',
  'Weigh. What decided something, changed it, or is asked for by name gets words, with the figures and dates that tell; who opened which issue, labels, greetings, rounds of talk and what',
  'merely repeats go. What another page is about gets one sentence here, with a link. A long page becomes half to two thirds as long, a short one a little shorter.',
  'Tell how things relate: a sentence joins what belongs together, with "because" or "so that" where a statement says why, else with "but", "until" or "then". Say a date once and go on from it:',
  'no chain of "In March 2024 …", "By April …" or "As …, it …", and no two sentences in a row that begin alike. Where something changed, say what holds now, then what held before, with its date;',
  'where statements differ, give both in one sentence, each behind its mark. A person is introduced by role at first mention, and a name that a reader may not know is explained, if a statement does.',
  'Each sentence ends with the marks of the statements that it rests on, copied: one where one says it, two where it joins two, at most three; one that only leads to the next has the marks of that.',
  'It has no figure, date or name that these statements do not have; nothing is concluded, but you may compare, and compute from their figures (a rise, a share, a difference), with the marks of both:',
  'say what a table shows. What a reader may ask for (who, how many, how much, since when, why) stays, and what stands under "History" is worked in where it belongs. Tables of what still holds stay,',
  'and so do code, messages and commands that people search for: a line {b7} alone keeps block b7 as it is. A block that begins with "> [!" is kept so, below the sentence about it.',
  'Link the first mention of another page as [[slug|words of the sentence]]. A page that reads like this already is left out of the answer; if none is left, answer "=== page none".',
].join(' ');

const OWN =
  'Sentences of the owner are shown as `{o4: …}`: write `{o4}` where they stand, and never change or leave out one.';

const REPAIR_TASK = [
  'Task: mend the articles below, which you wrote before. They are shown as numbered blocks: edit only those (such as d7) that have an error, each as a whole; all others stay as they are.',
  'Marks stand behind the sentence that they support.',
].join(' ');

/** A page to write anew, as a prompt shows it. */
export interface RewriteTarget {
  readonly slug: string;
  readonly title: string;
  /** Numbered blocks. */
  readonly blocks: string;
  /** What was answered before, if this is a repair; else `''`. */
  readonly answer: string;
}

interface RewriteInput {
  readonly targets: readonly RewriteTarget[];
  /** `{2.…} is 2026-05-02-survey (primary)` for each source behind the marks. */
  readonly sources: readonly string[];
  /** Other pages that may be linked. */
  readonly linkable: readonly string[];
  readonly policy: ConflictResolution;
  /** Standing rules of the owner; `''` if there are none. */
  readonly rules: string;
  readonly errors: readonly string[];
}

export function rewritePrompt(
  { stable, random }: { readonly stable: readonly string[]; readonly random: Random },
  { targets, sources, linkable, policy, rules, errors }: RewriteInput,
): readonly Message[] {
  const isRepair = targets.every(({ answer }) => answer !== '');
  const hasOwn = targets.some(({ blocks }) => /\{o\d/.test(blocks));
  const shown = targets.map(
    ({ slug, title, blocks, answer }) =>
      fence(
        `Page ${namedSlug(slug, title)}\n\n${isRepair ? answer : blocks}`,
        isRepair ? 'your answer' : 'page',
        random,
      ).text,
  );
  return buildPrompt({
    stable,
    varying: [
      ...(isRepair ? [REPAIR_TASK] : [TASK, RULES, hasOwn ? OWN : '', POLICIES[policy]]),
      rules,
      isRepair || sources.length === 0
        ? ''
        : `The sources behind the marks:\n${fence(sources.join('\n'), 'sources', random).text}`,
      isRepair || linkable.length === 0
        ? ''
        : `Pages that may be linked:\n${fence(linkable.join('\n'), 'pages', random).text}`,
      ...shown,
      errorsPart(errors, random),
    ].filter((part) => part !== ''),
  });
}
