import { type Statement } from './assign-statements';
import { type Sentence } from './parse-source';
import { isIndependent } from './statement-rules';

export const sentencesOf = ({ sentence, follows }: Pick<Statement, 'sentence' | 'follows'>): readonly Sentence[] => [
  sentence,
  ...follows,
];

/** The statements without some of their sentences, and without what could not be understood after those. */
export function withoutSentences(
  statements: readonly Statement[],
  isOut: (sentence: Sentence) => boolean,
): readonly Statement[] {
  return statements.flatMap((statement) => {
    const kept: Statement[] = [];
    let open: { readonly first: Sentence; readonly follows: Sentence[] } | null = null;
    const close = (): void => {
      if (open !== null) kept.push({ ...statement, sentence: open.first, follows: open.follows });
      open = null;
    };
    for (const sentence of sentencesOf(statement)) {
      if (isOut(sentence)) close();
      else if (open !== null) open.follows.push(sentence);
      else if (sentence === statement.sentence || isIndependent(sentence)) open = { first: sentence, follows: [] };
    }
    close();
    return kept;
  });
}
