import { area } from '../area';
import { plural } from './plural';

/** Text of the approval of the rules for the model. */
export const trust = area('trust', {
  title: 'The rules for the model have changed',
  titleNew: 'Rules for the model wait for your approval',
  lead: (files: number, since: string | null): string =>
    since === null
      ? `${plural(files, 'file')} of this wiki ${files === 1 ? 'was' : 'were'} never approved on this device.`
      : `${plural(files, 'file')} ${files === 1 ? 'differs' : 'differ'} from what you approved on ${since}.`,
  waits: 'Jobs that change the wiki are paused until you approve. Reading still works.',
  skillsWait: 'Only these skills wait for your approval. Everything else works.',
  loading: 'Comparing with what you approved…',
  none: 'All rules for the model are approved.',
  close: 'Close',
  kinds: {
    manifest: 'settings file of the wiki or lens',
    guide: 'guide for the model',
    policy: 'policy',
    skill: 'skill',
    named: 'file that a policy names',
  },
  headings: {
    hidden: (kind: string, isNew: boolean): string => `A ${isNew ? 'new ' : ''}${kind} hides text from you`,
    power: (kind: string, isNew: boolean): string => (isNew ? `New ${kind}` : `A ${kind} asks for more permissions`),
    weaker: (kind: string, isNew: boolean): string =>
      isNew ? `A new ${kind} weakens a check` : `A ${kind} weakens a check`,
    rules: (kind: string, isNew: boolean): string => (isNew ? `New ${kind}` : `Rules changed in a ${kind}`),
    wording: (kind: string, isNew: boolean): string => (isNew ? `New ${kind}` : 'Wording changed, no rules did'),
    removed: (kind: string): string => `A ${kind} was removed`,
  },
  marks: {
    hidden: (characters: number): string => plural(characters, 'hidden character'),
    power: 'more permissions',
    weaker: 'weaker check',
    rules: 'rules changed',
    wording: 'no effect on rules',
    never: 'never approved',
  },
  line: (line: number): string => `line ${line}`,
  becomes: 'becomes',
  shown: 'Shown here, invisible in an editor. A model reads them.',
  blocked: 'It stays blocked until they are gone.',
  gateStays: 'Approving does not let it write without a review. You allow that under “Run maintenance”.',
  unknownBefore: 'The earlier text is no longer available. Read the file before you approve.',
  select: (path: string): string => `Approve ${path}`,
  texts: (files: number): string => `Full text, ${plural(files, 'file')}`,
  noText: 'No text.',
  gap: 'lines left out',
  kept: 'Your approval is stored on this device, outside the vault, with your name and the time.',
  name: 'Your name',
  approve: 'Approve',
  approveSome: (chosen: number, all: number): string => `Approve ${chosen} of ${all}`,
  keep: 'Keep blocked',
  done: (files: number): string => `Approved ${plural(files, 'file')} on this device.`,
  review: 'Review rules',
  waiting: (files: number): string => `Rules for the model wait for your approval: ${plural(files, 'file')}`,
  waitingText: 'Jobs that change the wiki are paused until you approve these files. Reading still works.',
});
