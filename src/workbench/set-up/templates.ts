import { type EntityType, type Manifest, type Severity } from '../../workspace';

/** The kinds of wiki that a new one can start as. */
export const TEMPLATE_NAMES = ['research', 'team', 'personal'] as const;

export type TemplateName = (typeof TEMPLATE_NAMES)[number];

/** What differs between the kinds. All of it goes into the manifest, where a person can change it. */
interface WikiTemplate {
  /** `{title}` stands for the wiki's title. */
  readonly description: string;
  readonly types: readonly (Pick<EntityType, 'name'> & Required<Pick<EntityType, 'icon' | 'description'>>)[];
  /** Severity of pages without a source. A broken link is an error in every new wiki. */
  readonly unsourced: Severity;
  /** Days after which a page is stale when all its sources are older. */
  readonly maxAge: number;
  readonly aged: Severity;
  readonly curation: Required<
    Pick<Manifest['curation'], 'tone' | 'depth' | 'conflictResolution' | 'newEntryThreshold'>
  >;
  readonly preferRecent: boolean;
  readonly authorityDefault: 'primary' | 'secondary';
  /** The sentence in `AGENTS.md` about sources that disagree. */
  readonly contradictions: string;
  readonly purpose: string;
}

const CONCEPT = {
  name: 'Concept',
  icon: '💡',
  description: 'An idea, method or term that the sources define or mention often.',
};
const PERSON = { name: 'Person', icon: '👤', description: 'A person that the sources name.' };
const ORGANIZATION = {
  name: 'Organization',
  icon: '🏛️',
  description: 'A company, institution or group that the sources name.',
};
const PLACE = { name: 'Place', icon: '📍', description: 'A country, city or other place that the sources name.' };
const ENTITY = { name: 'Entity', icon: '🔖', description: 'Anything else with its own name.' };

export const TEMPLATES: Readonly<Record<TemplateName, WikiTemplate>> = {
  research: {
    description: 'What the sources of {title} say, kept as linked pages with their quotes.',
    types: [CONCEPT, PERSON, ORGANIZATION, PLACE, ENTITY],
    unsourced: 'error',
    maxAge: 365,
    aged: 'warn',
    curation: {
      tone: 'neutral',
      depth: 'medium',
      conflictResolution: 'defer',
      newEntryThreshold: 'Seen in two sources, or defined in one.',
    },
    preferRecent: false,
    authorityDefault: 'secondary',
    contradictions: 'both are kept and the pages name each other under `contradicts` (policy: defer)',
    purpose: 'Say here what this wiki is for and who reads it. This text is yours: no tool rewrites it.',
  },
  team: {
    description: 'What {title} knows: projects, decisions and how things are done, with the documents that say so.',
    types: [
      { name: 'Project', icon: '🚀', description: 'A piece of work with its own goal.' },
      { name: 'Decision', icon: '⚖️', description: 'What was decided, when, by whom and why.' },
      { name: 'Process', icon: '🔁', description: 'How something is done here, step by step.' },
      { ...CONCEPT, description: 'A term or system that everyone here needs to know.' },
      { ...PERSON, description: 'A member of the team, or someone it works with.' },
      { ...ORGANIZATION, description: 'A customer, partner, supplier or other group.' },
      ENTITY,
    ],
    unsourced: 'warn',
    maxAge: 180,
    aged: 'warn',
    curation: {
      tone: 'plain and brief',
      depth: 'medium',
      conflictResolution: 'recency',
      newEntryThreshold: 'Defined in one source, or seen in two.',
    },
    preferRecent: true,
    authorityDefault: 'primary',
    contradictions: 'the newer one wins, and the page names the older one (policy: recency)',
    purpose:
      'Say here what this team does, who maintains this wiki, and what belongs in it. This text is yours: no tool rewrites it.',
  },
  personal: {
    description: 'Notes of {title}: people, places, works and ideas, with where they came from.',
    types: [
      { ...CONCEPT, description: 'An idea or topic that you return to.' },
      { ...PERSON, description: 'Someone you know, met or read about.' },
      { ...PLACE, description: 'A place you have been to, or want to see.' },
      { name: 'Work', icon: '📖', description: 'A book, film, article, album or other work.' },
      { name: 'Project', icon: '🌱', description: 'Something you are doing or plan to do.' },
      { ...ORGANIZATION, description: 'A company, club, school or other group.' },
      ENTITY,
    ],
    unsourced: 'info',
    maxAge: 730,
    aged: 'info',
    curation: {
      tone: 'plain',
      depth: 'shallow',
      conflictResolution: 'keep-both',
      newEntryThreshold: 'Defined in one source, or seen in two.',
    },
    preferRecent: true,
    authorityDefault: 'secondary',
    contradictions: 'both are kept and the pages name each other under `contradicts` (policy: keep-both)',
    purpose: 'Say here what you collect and why. This text is yours: no tool rewrites it.',
  },
};
