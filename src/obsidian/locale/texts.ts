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

/** The words of every area, as English has them. A language gives all of them: a missing text is a type error. */
export interface Texts {
  readonly app: typeof app;
  readonly chat: typeof chat;
  readonly evidence: typeof evidence;
  readonly home: typeof home;
  readonly jobs: typeof jobs;
  readonly maintain: typeof maintain;
  readonly memory: typeof memory;
  readonly packs: typeof packs;
  readonly panels: typeof panels;
  readonly pictures: typeof pictures;
  readonly plan: typeof plan;
  readonly retention: typeof retention;
  readonly review: typeof review;
  readonly settings: typeof settings;
  readonly trust: typeof trust;
  readonly units: typeof units;
}
