import { isMapping, type JsonObject } from '../../base';
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
  severity: 'warn',
  fixedBy: 'nothing',
  checkParams(params) {
    const { requiredFields, appliesTo } = params;
    if (requiredFields === true) {
      return appliesTo === '*' ? '`params.requiredFields: true` needs an entity type in `appliesTo`.' : null;
    }
    return namesIn(requiredFields) === null ? '`params.requiredFields` must be true or a list of field names.' : null;
  },
  check({ page, type, manifest }, setting) {
    return fieldsOf(setting.params, type, manifest)
      .filter((field) => !hasField(page, field))
      .map((field) => ({
        at: FILE_START,
        message: `This ${type} has no ${quote(field)}. Add it to the frontmatter or as a heading.`,
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

/** `lead_partner`, `leadPartner` and `Lead partner` are the same name. */
function normalizeField(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[\s_-]+/g, ' ')
    .trim()
    .toLowerCase();
}
