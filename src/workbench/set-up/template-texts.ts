import { escapeMarkdown } from '../../markdown';
import { slugify, type PageSchema } from '../../wiki';
import { type Severity } from '../../workspace';
import { TEMPLATES, type TemplateName } from './templates';

/** A double-quoted YAML scalar. JSON's quoting is a subset of YAML's. */
function yamlString(text: string): string {
  return JSON.stringify(text);
}

/** The manifest's name is spelt like the slug of an entry. Source: AIP-10 JSON Schema, workspace `name`. */
function manifestSlug(title: string): string {
  return slugify(title, 'knowledge.entry/v1');
}

const ADOPTED_LINTS = `  - id: schema-missing
    kind: custom
    appliesTo: "*"
    severity: info
`;

/** Input for the two texts of a new wiki. */
interface TemplateInput {
  readonly title: string;
  readonly template: TemplateName;
  /** The schema of new pages, if it was chosen. It is stored under our own vendor name, as AIP-10 allows. */
  readonly schema: PageSchema | null;
  readonly adopting: boolean;
  /** The folder of sources, if the wiki names its own. */
  readonly sources: string | null;
  /** What the wiki is for, in one sentence of its owner; `''` for the words of the template. */
  readonly purpose: string;
}

/** UTF-16 units of a purpose. */
const MAX_PURPOSE = 500;

/** One line without what would be a heading, a link or other Markdown. */
function cleanPurpose(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return escapeMarkdown(line.slice(0, MAX_PURPOSE)).replace(/^([-+>])/, String.raw`\$1`);
}

/**
 * The manifest of a new wiki. In an adopted folder no check is more than a warning, because its notes were written without
 * them, and a note that is no page yet is only reported as a note.
 */
export function manifestText({ title, template, schema, adopting, sources, purpose: own }: TemplateInput): string {
  const { description, types, unsourced, maxAge, aged, curation, purpose, ...rest } = TEMPLATES[template];
  const atMost = (severity: Severity): Severity => (adopting && severity === 'error' ? 'warn' : severity);
  const settings = [
    ...(schema === null ? [] : [`    pageSchema: ${schema}\n`]),
    ...(sources === null ? [] : [`    sources: ${yamlString(sources)}\n`]),
  ];
  const metadata = settings.length === 0 ? '' : `\nmetadata:\n  living-wiki:\n${settings.join('')}`;
  const entityTypes = types
    .map((type) => `  - name: ${type.name}\n    icon: ${type.icon}\n    description: ${type.description}\n`)
    .join('');
  return `---
schema: knowledge.workspace/v1
name: ${yamlString(manifestSlug(title))}
title: ${yamlString(title)}
description: ${yamlString(description.replace('{title}', () => title))}
version: 1.0.0

entityTypes:
${entityTypes}
lints:
  - id: require-source
    kind: require-source
    appliesTo: "*"
    severity: ${atMost(unsourced)}
  - id: broken-ref
    kind: broken-ref
    appliesTo: "*"
    severity: ${atMost('error')}
  - id: max-age-${maxAge}
    kind: max-age
    appliesTo: "*"
    severity: ${aged}
    params:
      days: ${maxAge}
${adopting ? ADOPTED_LINTS : ''}
sources:
  retention: forever
  signing: none
  hashAlgo: sha256
  authorityDefault: ${rest.authorityDefault}

curation:
  tone: ${curation.tone}
  depth: ${curation.depth}
  autoLink: byName
  conflictResolution: ${curation.conflictResolution}
  newEntryThreshold: ${curation.newEntryThreshold}

queryHints:
  preferRecent: ${String(rest.preferRecent)}
  preferAuthoritative: false

display:
  defaultGrouping: kind
${metadata}---

${introduction(title, cleanPurpose(own) || purpose, sources ?? 'sources')}`;
}

function introduction(title: string, purpose: string, sources: string): string {
  return `# ${title}

## Purpose

${purpose}

## Conventions

- Put sources into \`${sources}/\`. They are read and never changed.
- Every change to a page is proposed first, with the quotes that support it.
`;
}

/** The prose companion of the manifest. Source: AIP-10, Layer 3. */
export function agentsText({ title, template, schema: chosen, adopting, sources }: TemplateInput): string {
  const { types, maxAge, contradictions } = TEMPLATES[template];
  const schema = chosen ?? 'knowledge/v1';
  const folder = sources ?? 'sources';
  const names = types.map(({ name }) => name);
  const adopted = adopting ? '- schema-missing: reports notes from before that are no pages of the wiki yet.\n' : '';
  const cites = schema === 'knowledge/v1' ? `the paths of its sources (\`${folder}/…\`)` : 'the ids of its sources';
  return `# ${title}: how this wiki is maintained

This page is for people. Programs follow \`KNOWLEDGE.md\`; where the two differ, that file is right.

## Page conventions

- Every page is Markdown with frontmatter: \`schema: ${schema}\`, \`slug\`, \`kind\`, \`title\`, \`sources\`, \`updated_at\`.
- The slug is the file name without \`.md\`. Pages link to each other with \`[[slug]]\`.
- \`sources\` holds ${cites}; the text cites a source as \`[source-id]\`.
- Kinds: entity, concept, summary, comparison and timeline, and the types ${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}.

## Ingest workflow

1. A new file appears in \`${folder}/\`. It is never changed, moved or deleted.
2. The pages that it concerns are found. Each gets a small change with the quotes that support it.
3. New pages are made for subjects that one source defines or two sources mention.
4. A person reviews. Accepted changes are written together with \`_index.md\`, \`_log.md\` and \`_manifest.json\`.

## Contradiction policy

Where sources disagree, ${contradictions}.

## Lint rules

- require-source: every page names a source.
- broken-ref: every link leads to a page.
- max-age-${maxAge}: a page is stale when all its sources are older than ${maxAge} days.
${adopted}`;
}
