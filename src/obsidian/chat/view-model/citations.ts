import { type AnswerCitation, type AskResult, type PackCitation, type SourceCitation } from '../../../workbench';

/** A page, a place in a source, or a section of a knowledge pack. */
type AnyCitation = AnswerCitation | SourceCitation | PackCitation;

/** A citation with its number in the answer. */
export interface NumberedCitation {
  /** From 1, in the order in which the answer cites. */
  readonly number: number;
  readonly cited: AnyCitation;
}

export const isSourceCitation = (cited: AnyCitation): cited is SourceCitation => 'place' in cited;

export const isPackCitation = (cited: AnyCitation): cited is PackCitation => 'pack' in cited;

/** A citation of a source as the answer has it. */
export const sourceMark = ({ source, place }: SourceCitation): string => `[${source}, ${place}]`;

/** The citations of an answer in the order in which it cites them, numbered. */
export function numberCitations({
  text,
  citations,
  sourceCitations,
  packCitations,
}: Pick<AskResult, 'text' | 'citations' | 'sourceCitations' | 'packCitations'>): readonly NumberedCitation[] {
  const placeOf = (cited: AnyCitation): number => {
    const marks = isSourceCitation(cited) ? [sourceMark(cited)] : [`[[${cited.link}]]`, `[[${cited.link}|`];
    const found = marks.map((mark) => text.indexOf(mark)).filter((at) => at >= 0);
    return found.length === 0 ? text.length : Math.min(...found);
  };
  return [...citations, ...sourceCitations, ...packCitations]
    .map((cited) => ({ cited, at: placeOf(cited) }))
    .sort((a, b) => a.at - b.at)
    .map(({ cited }, index) => ({ number: index + 1, cited }));
}

/** What a citation is called: `Fresnel lens › History`, `Keepers, line 1`. */
export function citationName(cited: AnyCitation): string {
  if (isPackCitation(cited)) return cited.section?.split('#').at(-1) ?? cited.path;
  if (isSourceCitation(cited)) return `${cited.title}, ${cited.place}`;
  return cited.section === null || cited.section === cited.title ? cited.title : `${cited.title} › ${cited.section}`;
}

/** A word after which a name belongs to the sentence: "it stands at Cordouan". */
const NEEDS_NAME = /(?:^|[\s(])(?:a|about|an|and|as|at|by|for|from|in|is|near|of|on|or|see|than|the|to|with)\s*$/i;

/**
 * Whether a link without words of its own only names what a sentence rests on, so that a number can stand for it.
 * @param before the text before it @param after the text after it
 */
export function isAside(before: string, after: string): boolean {
  return !NEEDS_NAME.test(before) && /^\s*(?:$|[.,;:!?)\]([])/.test(after);
}
