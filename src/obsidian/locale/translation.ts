import { type app } from './en/app';
import { type chat } from './en/chat';
import { type evidence } from './en/evidence';
import { type home } from './en/home';
import { type jobs } from './en/jobs';
import { type maintain } from './en/maintain';
import { type memory } from './en/memory';
import { type packs } from './en/packs';
import { type panels } from './en/panels';
import { type pictures } from './en/pictures';
import { type plan } from './en/plan';
import { type retention } from './en/retention';
import { type review } from './en/review';
import { type settings } from './en/settings';
import { type trust } from './en/trust';
import { type units } from './en/units';

/** A translation that may still lack texts: those are shown in English. */
export type Draft<T> = T extends string
  ? string
  : T extends (...given: never[]) => unknown
    ? T
    : { readonly [Key in keyof T]?: Draft<T[Key]> };

/** What a language gives: the words of every area, with the keys and parameters of the English ones. */
export interface Translation {
  readonly app: Draft<typeof app>;
  readonly chat: Draft<typeof chat>;
  readonly evidence: Draft<typeof evidence>;
  readonly home: Draft<typeof home>;
  readonly jobs: Draft<typeof jobs>;
  readonly maintain: Draft<typeof maintain>;
  readonly memory: Draft<typeof memory>;
  readonly packs: Draft<typeof packs>;
  readonly panels: Draft<typeof panels>;
  readonly pictures: Draft<typeof pictures>;
  readonly plan: Draft<typeof plan>;
  readonly retention: Draft<typeof retention>;
  readonly review: Draft<typeof review>;
  readonly settings: Draft<typeof settings>;
  readonly trust: Draft<typeof trust>;
  readonly units: Draft<typeof units>;
}
