import { slugify } from '../wiki';
import type { PageSchema } from '../wiki';

/** A string as a YAML double-quoted scalar; JSON's quoting is a subset of YAML's. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

/** The manifest's name is spelt like the slug of an entry. Source: AIP-10 JSON Schema, workspace `name`. */
function nameOf(title: string): string {
  return slugify(title, 'knowledge.entry/v1');
}

const adoptedLints = `  - id: schema-missing
    kind: custom
    appliesTo: "*"
    severity: info
`;

/**
 * The manifest of a new wiki. In an adopted one the checks are warnings, since its pages were written without them, and
 * that a note is no page yet is only noted.
 * @param schema the form of new pages, when it was chosen; it stands under our own vendor name, as AIP-10 allows
 */
export function manifestText(input: { title: string; schema: PageSchema | null; adopting: boolean }): string {
  const { title, schema, adopting } = input;
  const strict = adopting ? 'warn' : 'error';
  const metadata = schema === null ? '' : `\nmetadata:\n  living-wiki:\n    pageSchema: ${schema}\n`;
  return `---
schema: knowledge.workspace/v1
name: ${nameOf(title)}
title: ${quoted(title)}
description: ${quoted(`What the sources of ${title} say, kept as linked pages with their quotes.`)}
version: 1.0.0

entityTypes:
  - name: Concept
    icon: 💡
    description: An idea, method or term that the sources define or keep coming back to.
  - name: Person
    icon: 👤
    description: A person whom the sources name.
  - name: Organization
    icon: 🏛️
    description: A company, institution or group that the sources name.
  - name: Place
    icon: 📍
    description: A country, city or other place that the sources name.
  - name: Entity
    icon: 🔖
    description: Anything else with a name of its own.

lints:
  - id: require-source
    kind: require-source
    appliesTo: "*"
    severity: ${strict}
  - id: broken-ref
    kind: broken-ref
    appliesTo: "*"
    severity: ${strict}
  - id: max-age-365
    kind: max-age
    appliesTo: "*"
    severity: warn
    params:
      days: 365
${adopting ? adoptedLints : ''}
sources:
  retention: forever
  signing: none
  hashAlgo: sha256
  authorityDefault: secondary

curation:
  tone: neutral
  depth: medium
  autoLink: byName
  conflictResolution: defer
  newEntryThreshold: Seen in two sources, or defined in one.

queryHints:
  preferRecent: false
  preferAuthoritative: false

display:
  defaultGrouping: kind
${metadata}---

# ${title}

## Purpose

Say here what this wiki is for and who reads it. This text is yours; no tool rewrites it.

## Conventions

- Drop sources into \`sources/\`. They are read and never changed.
- Every change to a page is proposed first and shows the quotes that it rests on.
`;
}

/** The prose companion of the manifest. Source: AIP-10, Layer 3. */
export function agentsText(input: { title: string; schema: PageSchema; adopting: boolean }): string {
  const adopted = input.adopting
    ? '- schema-missing: a note that was here before and is no page of the wiki yet is noted.\n'
    : '';
  const cites = input.schema === 'knowledge/v1' ? 'the paths of its sources (`sources/…`)' : 'the ids of its sources';
  return `# ${input.title}: how this wiki is kept

This page is for people. What machines follow stands in \`KNOWLEDGE.md\`; where the two differ, that file holds.

## Page conventions

- Every page is Markdown with frontmatter: \`schema: ${input.schema}\`, \`slug\`, \`kind\`, \`title\`, \`sources\`, \`updated_at\`.
- The slug is the file name without \`.md\`. Pages link to each other with \`[[slug]]\`.
- \`sources\` holds ${cites}; the text cites a source as \`[source-id]\`.
- Kinds: entity, concept, summary, comparison and timeline, and the types Concept, Person, Organization, Place and Entity.

## Ingest workflow

1. A new file appears in \`sources/\`. It is never changed, moved or deleted.
2. The pages that it touches are found; each gets a small change with the quotes that support it.
3. New pages are made for what is defined in one source or seen in two.
4. A person reviews. What is accepted is written together with \`_index.md\`, \`_log.md\` and \`_manifest.json\`.

## Contradiction policy

Where sources disagree, both are kept and the pages name each other under \`contradicts\` (policy: defer).

## Lint rules

- require-source: every page names a source.
- broken-ref: every link leads to a page.
- max-age-365: a page whose sources are all older than 365 days is looked at again.
${adopted}`;
}
