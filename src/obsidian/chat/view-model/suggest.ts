import { type Workbench } from '../../../workbench';
import { chat as t } from '../../locale';

const MAX = 4;

/**
 * Questions to begin with: what the wiki is asked to find out, what its pages disagree about, and what most of its sources tell of.
 * @param open questions that a person noted, oldest first
 */
export function suggestQuestions(
  { pages }: Pick<Workbench['snapshot'], 'pages'>,
  open: readonly string[],
): readonly string[] {
  const subjects = [...pages.values()].filter(({ kind, title }) => kind !== 'summary' && title !== '');
  const disputed = subjects.filter(({ contradicts }) => contradicts.length > 0);
  const best = [...subjects].sort((a, b) => b.sources.length - a.sources.length || b.words - a.words);
  const questions = [
    ...open.slice(0, 1),
    ...disputed.slice(0, 1).map(({ title }) => t.suggest.disagree(title)),
    ...best.slice(0, 1).map(({ title }) => t.suggest.know(title)),
    ...best.slice(1, 2).map(({ title }) => t.suggest.changed(title)),
    ...best.slice(2, 3).map(({ title }) => t.suggest.unknown(title)),
  ];
  return [...new Set(questions)].slice(0, MAX);
}
