import { once } from '../../base';
import { parseSkill, type Skill } from '../skill';
import composition from './composition.md';
import contradictionReview from './contradiction-review.md';
import dailyUpdate from './daily-update.md';
import lintRepair from './lint-repair.md';
import synthesis from './synthesis.md';

/** The skills that are always there, by name. They are Markdown like everybody's. */
export const BUILT_IN_SKILLS: () => readonly Skill[] = once(() =>
  Object.entries({
    'daily-update': dailyUpdate,
    'lint-repair': lintRepair,
    synthesis,
    'contradiction-review': contradictionReview,
    composition,
  }).map(([name, text]) => parseSkill(text, name, 'built-in', null)),
);
