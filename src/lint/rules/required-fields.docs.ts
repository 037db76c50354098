import { type RuleDocs } from '../rule-docs';

export const REQUIRED_FIELDS_DOCS: RuleDocs = {
  what: 'A page that lacks a field in `params.requiredFields`: a list of names, or `true` for all `fields` that the lint’s entity type and its parents declare. A field can be in the frontmatter, under a vendor key of `metadata` (the only place that the entry form allows), or a heading in the body. The title counts as `name`.',
  why: 'You can compare pages of one kind, or ask questions across them, only if they record the same things.',
  params: { requiredFields: 'A list of field names, or `true` for the fields that the entity type declares.' },
  examples: [
    {
      name: 'An investor without a lead partner; the fund is a heading, and the role is a field of the parent type',
      files: {
        'KNOWLEDGE.md':
          '---\nschema: knowledge.workspace/v1\nname: wiki\ntitle: W\ndescription: A wiki.\nversion: 1.0.0\nentityTypes:\n  - name: Person\n    fields: [name, role]\n  - name: Investor\n    parent: Person\n    fields: [fund, lead_partner]\nlints:\n  - id: investor-fields\n    kind: custom\n    appliesTo: Investor\n    severity: warn\n    params:\n      requiredFields: true\n---\n',
        'entities/acme.md':
          '---\nschema: knowledge/v1\nslug: acme\nkind: investor\ntitle: Acme\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\nmetadata:\n  crm:\n    role: lead\n---\n\n## Fund\n\nThe first.\n',
      },
      finds: ['entities/acme.md:1'],
    },
  ],
};
