import { type JsonObject } from '../../base';
import { type Page } from '../../wiki';
import { entityType, type Manifest } from '../../workspace';
import { FILE_START, type PageRule } from '../rule';
import { quote } from '../quote';

/** Source: AIP-10, Layer 4 (`entityTypes[].fields`) and rationale ("an entry of type Investor is required to have …"). */
export const requiredFields: PageRule = {
  id: 'required-fields',
  kind: 'custom',
  scope: 'page',
  curatedOnly: true,
  optIn: true,
  code: 'living-wiki:field_missing',
  title: 'Missing field of an entity type',
  what: 'A page of the lint’s entity type that lacks a field of `params.requiredFields`: a list of names, or `true` for all `fields` that the type and its parents declare. A field may stand in the frontmatter, under a vendor of `metadata` (the entry form allows no other place), or as a heading of the body; the title is the `name`.',
  why: 'Comparing pages of one kind, and asking questions across them, works only when they answer the same questions.',
  severity: 'warn',
  fixable: false,
  fixedBy: 'nothing',
  params: { requiredFields: 'Names of fields, or `true` for those that the entity type declares.' },
  examples: [
    {
      name: 'An investor without a lead partner; the fund is a heading, the role comes from the parent type',
      files: {
        'KNOWLEDGE.md':
          '---\nschema: knowledge.workspace/v1\nname: wiki\ntitle: W\ndescription: A wiki.\nversion: 1.0.0\nentityTypes:\n  - name: Person\n    fields: [name, role]\n  - name: Investor\n    parent: Person\n    fields: [fund, lead_partner]\nlints:\n  - id: investor-fields\n    kind: custom\n    appliesTo: Investor\n    severity: warn\n    params:\n      requiredFields: true\n---\n',
        'entities/acme.md':
          '---\nschema: knowledge/v1\nslug: acme\nkind: investor\ntitle: Acme\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\nmetadata:\n  crm:\n    role: lead\n---\n\n## Fund\n\nThe first.\n',
      },
      finds: ['entities/acme.md:1'],
    },
  ],
  checkParams(params) {
    const { requiredFields, appliesTo } = params;
    if (requiredFields === true) {
      return appliesTo === '*'
        ? 'Unexpected params.requiredFields of true for all pages, expected an entity type in appliesTo'
        : null;
    }
    return namesIn(requiredFields) === null
      ? 'Unexpected params.requiredFields, expected true or a list of field names'
      : null;
  },
  check({ page, type, manifest }, setting) {
    return fieldsOf(setting.params, type, manifest)
      .filter((field) => !hasField(page, field))
      .map((field) => ({
        at: FILE_START,
        message: `Unexpected ${type} without ${quote(field)}, expected it in the frontmatter or as a heading`,
        key: field,
      }));
  },
};

function namesIn(value: unknown): readonly string[] | null {
  if (!Array.isArray(value)) return null;
  return value.every((item) => typeof item === 'string' && item !== '') ? (value as readonly string[]) : null;
}

function fieldsOf(params: JsonObject, type: string, manifest: Manifest): readonly string[] {
  if (params.requiredFields !== true) return namesIn(params.requiredFields) ?? [];
  const fields = new Set<string>();
  const seen = new Set<string>();
  for (let at = entityType(type, manifest); at !== undefined && !seen.has(at.name);) {
    seen.add(at.name);
    for (const field of at.fields) fields.add(field);
    at = at.parent === undefined ? undefined : entityType(at.parent, manifest);
  }
  return [...fields];
}

function hasField(page: Page, field: string): boolean {
  if (field === 'name' && page.title !== '') return true;
  if (hasValue(page.data, field)) return true;
  const { metadata } = page.data;
  if (isMapping(metadata) && Object.values(metadata).some((vendor) => isMapping(vendor) && hasValue(vendor, field)))
    return true;
  const wanted = normalizeField(field);
  return page.headings.some((heading) => normalizeField(heading.text) === wanted);
}

function hasValue(data: Readonly<Record<string, unknown>>, field: string): boolean {
  const value = Object.hasOwn(data, field) ? data[field] : undefined;
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `lead_partner`, `leadPartner` and `Lead partner` are one name. */
function normalizeField(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[\s_-]+/g, ' ')
    .trim()
    .toLowerCase();
}
