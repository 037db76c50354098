import { type RuleDocs } from '../rule-docs';

export const SLUG_FILENAME_DOCS: RuleDocs = {
  what: 'A page whose `slug` is not its file name without `.md`. Links by slug still work.',
  why: 'Obsidian opens a page by its file name, other tools by its slug, so the same link can work in one and fail in the other. The fix renames the file or changes the slug, whichever affects fewer links, and updates those links in the same change.',
  examples: [
    {
      name: 'A file name that is not a slug: the file is renamed and its links follow',
      files: {
        'entities/Andrej Karpathy.md':
          '---\nschema: knowledge/v1\nslug: andrej-karpathy\nkind: entity\ntitle: Andrej Karpathy\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nHe wrote it.\n',
        'concepts/llm-wiki.md':
          '---\nschema: knowledge/v1\nslug: llm-wiki\nkind: concept\ntitle: LLM wiki\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nDescribed by [[Andrej Karpathy]].\n',
      },
      finds: ['entities/Andrej Karpathy.md:3'],
      fixed: {
        'entities/andrej-karpathy.md':
          '---\nschema: knowledge/v1\nslug: andrej-karpathy\nkind: entity\ntitle: Andrej Karpathy\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nHe wrote it.\n',
        'concepts/llm-wiki.md':
          '---\nschema: knowledge/v1\nslug: llm-wiki\nkind: concept\ntitle: LLM wiki\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nDescribed by [[andrej-karpathy|Andrej Karpathy]].\n',
      },
    },
    {
      name: 'A file that was renamed by hand, with its links: the slug follows',
      files: {
        'concepts/bridge-loan.md':
          '---\nschema: knowledge/v1\nslug: bridge-note\nkind: concept\ntitle: Bridge loan\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nA loan.\n',
        'concepts/runway.md':
          '---\nschema: knowledge/v1\nslug: runway\nkind: concept\ntitle: Runway\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nPaid for by the [[bridge-loan]].\n',
      },
      finds: ['concepts/bridge-loan.md:3'],
      fixed: {
        'concepts/bridge-loan.md':
          '---\nschema: knowledge/v1\nslug: bridge-loan\nkind: concept\ntitle: Bridge loan\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nA loan.\n',
      },
    },
  ],
};
