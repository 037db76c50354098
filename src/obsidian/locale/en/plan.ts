import { capitalise } from '../../../base';
import { area } from '../area';
import { plural } from './plural';

const pages = (n: number): string => plural(n, 'page');

/** Text of the plan of a proposal, and of what sources say that no page uses. */
export const plan = area('plan', {
  title: 'Plan',
  sentence: (makes: number, composes: number, adds: number): string => {
    const parts = [
      makes > 0 && `creates ${pages(makes)}`,
      composes > 0 && `rewrites ${pages(composes)}`,
      adds > 0 && `adds to ${pages(adds)}`,
    ].filter((part) => part !== false);
    return parts.length === 0 ? 'Changes no page.' : `${capitalise(parts.join(', '))}.`;
  },
  ops: { create: 'Creates', compose: 'Rewrites', edit: 'Adds to' },
  passages: (n: number): string => plural(n, 'passage'),
  openPage: (title: string): string => `Show the changes to ${title}`,
  change: (title: string): string => `Change what happens to ${title}`,
  never: 'Never a page',
  leave: 'Leave this page as it is',
  merge: 'Merge into…',
  own: 'Give it a page of its own…',
  add: 'Add a page…',
  noPage: 'Named, but without a page',
  makePage: (name: string): string => `Make a page for ${name}`,
  asked: 'You asked for',
  wishes: {
    never: (name: string): string => `No page for “${name}”`,
    always: (name: string): string => `A page for “${name}”`,
    same: (name: string, as: string): string => `“${name}” goes to “${as}”`,
    rename: (name: string, to: string): string => `“${name}” is titled “${to}”`,
    spared: (slug: string): string => `${slug} stays as it is`,
    move: (from: string, to: string): string => `The text planned for ${from} goes to “${to}”`,
    units: (units: string): string => `Passages ${units} are used`,
  },
  reset: 'Discard these requests',
  left: (n: number): string => `Show what is left out (${n})`,

  modal: {
    never: (title: string): string => `No page for “${title}”?`,
    leave: (title: string): string => `Leave “${title}” as it is?`,
    merge: (title: string): string => `Where does “${title}” go?`,
    own: (title: string): string => `Put the text planned for “${title}” on a new page`,
    add: 'Add a page',
    into: 'Page',
    intoWhat: 'The title of a page that exists or is planned. Any other title makes a new page.',
    newTitle: 'Title of the new page',
    missing: 'Enter a title.',
    scope: 'For',
    thisSource: 'This source only',
    everySource: 'Every source of this wiki',
    again: 'The source is read again, and a new proposal replaces this one. Your decisions on this one are lost.',
    go: 'Change the plan',
    cancel: 'Cancel',
  },
  job: 'Changing the plan',

  coverage: {
    title: 'Not used',
    of: (source: string): string => `Passages of ${source} that no page uses`,
    used: (used: number, units: number): string => `${used} of ${units} passages used`,
    reasons: {
      boilerplate: 'boilerplate',
      'off-scope': 'off topic',
      'already-said': 'already said',
      navigational: 'navigation',
      postponed: 'left for later',
      unplaced: 'without a page',
      declined: 'rejected by you',
    },
    use: 'Use this',
    useLabel: (text: string): string => `Use this: ${text}`,
    useAll: (n: number): string => `Use all ${n}`,
    continue: 'Continue',
    continueLabel: (source: string): string => `Continue with what was left out of ${source}`,
    continueWhat: 'Reads the unused passages again, except those left out on purpose.',
    open: (source: string): string => `Show the passages of ${source} that no page uses`,
    openSource: 'Open in source',
    gone: 'No longer in the source',
    unknown: 'No model read this source on this device.',
    all: 'Every passage is used.',
    loading: 'Reading the source…',
    grid: 'See all pages and sources',
    showMore: (n: number): string => `Show ${n} more`,
    needsModel: 'This needs a language model. Choose one in the settings.',
    job: 'Reading what was left out',
  },
});
