import { isBuiltin } from 'node:module';
import path from 'node:path';

/**
 * Which rooms each room may import, always through their `index.ts`. Every room may import `base`. The same table is in
 * docs/architecture.md.
 */
export const floors = {
  base: [],
  vault: [],
  markdown: [],
  model: [],
  signing: [],
  jobs: ['vault'],
  workspace: ['vault', 'markdown'],
  wiki: ['vault', 'markdown', 'workspace'],
  search: ['markdown', 'workspace', 'wiki'],
  packs: ['vault', 'markdown', 'search'],
  change: ['vault', 'markdown', 'workspace', 'wiki'],
  lint: ['vault', 'markdown', 'workspace', 'wiki', 'change'],
  proposal: ['vault', 'markdown', 'workspace', 'wiki', 'change', 'lint'],
  ingest: ['vault', 'markdown', 'workspace', 'wiki', 'change', 'search', 'model'],
  librarian: ['vault', 'markdown', 'workspace', 'wiki', 'change', 'search', 'model'],
  maintenance: ['vault', 'markdown', 'workspace', 'wiki', 'change', 'search', 'lint', 'model'],
  harvest: ['vault', 'markdown', 'change', 'model'],
  deliberation: ['vault', 'markdown', 'search', 'model', 'signing'],
  workbench: [
    'vault',
    'markdown',
    'workspace',
    'wiki',
    'change',
    'search',
    'lint',
    'proposal',
    'ingest',
    'librarian',
    'maintenance',
    'packs',
    'harvest',
    'deliberation',
    'model',
    'jobs',
    'signing',
  ],
  mcp: ['workbench'],
  node: ['vault', 'workbench', 'deliberation'],
  server: ['node', 'mcp', 'vault', 'workbench', 'jobs', 'model', 'change', 'wiki', 'proposal'],
  cli: ['node', 'mcp', 'server', 'vault', 'workbench', 'deliberation', 'signing'],
  obsidian: ['vault', 'workbench'],
};

const hosts = { obsidian: 'obsidian', node: 'node, server and cli' };
const NODE_ROOMS = new Set(['node', 'server', 'cli']);

/** An ESLint rule: a relative import stays in its room or enters an allowed room through its `index.ts`. */
export default {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      floor: 'The room "{{from}}" must not import the room "{{to}}".',
      door: 'Import the room "{{to}}" through src/{{to}}/index.ts.',
      host: 'Only the host "{{to}}" may import "{{what}}", not "{{from}}".',
    },
  },
  create(context) {
    const source = path.join(context.cwd, 'src');
    const parts = path.relative(source, context.filename).split(path.sep);
    if (parts[0] === '..') return {};
    const from = parts.length === 1 ? 'main' : parts[0];
    const check = (node) => {
      const what = node.source?.value;
      if (typeof what !== 'string') return;
      if (!what.startsWith('.')) {
        const isNode = isBuiltin(what);
        const isObsidian = what === 'obsidian';
        if (isNode && !NODE_ROOMS.has(from)) {
          context.report({ node, messageId: 'host', data: { what, to: hosts.node, from } });
        }
        if (isObsidian && from !== 'obsidian' && from !== 'main') {
          context.report({ node, messageId: 'host', data: { what, to: hosts.obsidian, from } });
        }
        return;
      }
      const target = path.relative(source, path.resolve(path.dirname(context.filename), what)).split(path.sep);
      const to = target[0];
      if (to === from) return;
      if (from === 'main') {
        if (to !== 'obsidian' && to !== 'workbench') context.report({ node, messageId: 'floor', data: { from, to } });
      } else if (to !== 'base' && !(floors[from] ?? []).includes(to)) {
        context.report({ node, messageId: 'floor', data: { from, to } });
      }
      if (target.length > 1 && target.slice(1).join('/') !== 'index') {
        context.report({ node, messageId: 'door', data: { to } });
      }
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};
