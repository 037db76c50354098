import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import * as api from 'obsidian';
import { Host, Unmodelled } from '.';
import { obsidian } from './obsidian';

const declarations = path.join(
  path.dirname(createRequire(__filename).resolve('obsidian/package.json')),
  'obsidian.d.ts',
);
const program = ts.createProgram([declarations], { noLib: true, types: [] });
const checker = program.getTypeChecker();
const source = program.getSourceFile(declarations);
const symbols = new Map(
  (source === undefined ? [] : checker.getExportsOfModule(checker.getSymbolAtLocation(source)!)).map((symbol) => [
    symbol.name,
    symbol,
  ]),
);

/** Every member that the declarations know of a class, those of the classes above it included. */
function declared(name: string): Set<string> {
  const symbol = symbols.get(name);
  if (symbol === undefined) return new Set();
  const own = checker.getDeclaredTypeOfSymbol(symbol).getProperties();
  const fixed = checker.getTypeOfSymbol(symbol).getProperties();
  return new Set([...own, ...fixed].map((member) => member.name));
}

const classes = Object.entries(Object.getOwnPropertyDescriptors(obsidian) as Record<string, PropertyDescriptor>)
  .map(([name, { value }]) => [name, value as unknown] as const)
  .filter((entry): entry is readonly [string, new () => object] => String(entry[1]).startsWith('class '));

it('the declarations were read', () => {
  expect(declared('Vault')).toContain('process');
  expect(classes.length).toBeGreaterThan(40);
});

it.each(classes)('%s has no member that the app does not declare', (name, type) => {
  const known = declared(name);
  const own = [...Object.getOwnPropertyNames(type.prototype), ...Object.getOwnPropertyNames(type)];
  const javaScript = new Set(['constructor', 'length', 'name', 'prototype']);
  expect(own.filter((member) => !known.has(member) && !member.startsWith('host') && !javaScript.has(member))).toEqual(
    [],
  );
});

it('the module has no export that the app does not declare', () => {
  const names = Object.keys(obsidian).filter((name) => name !== '__esModule' && name !== 'default');
  expect(names.filter((name) => !symbols.has(name))).toEqual([]);
});

/** What a comment of the stand-in cites of the declarations: the words in quotes behind `d.ts`, up to the next source. */
function citedIn(text: string): string[] {
  const comments = text.match(/\/\*\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n)+/gm) ?? [];
  return comments.flatMap((comment) => {
    const parts = plain(comment.replace(/^\s*(?:\*|\/\/)/gm, '')).split(/(?=d\.ts|https:|The docs|Guess)/);
    const ofDeclarations = parts.filter((part) => part.startsWith('d.ts'));
    return ofDeclarations.flatMap((part) => [...part.matchAll(/"([^"]+)"/g)].map(([, quote = '']) => quote));
  });
}

const plain = (text: string): string =>
  text
    .replace(/^\s*\*/gm, '')
    .replace(/`|\{@link ([^}|]*)[^}]*\}/g, '$1')
    .replace(/\s+/g, ' ');

it('what it quotes of the declarations is in them', () => {
  const all = plain(readFileSync(declarations, 'utf8'));
  const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const cited = files.flatMap((name) => citedIn(readFileSync(path.join(__dirname, name), 'utf8')));
  expect(cited.length).toBeGreaterThan(40);
  const parts = cited.flatMap((quote) => quote.split(/\s*\[?…\]?\s*/)).map((part) => part.replace(/[.,;]?$/, ''));
  expect(parts.filter((part) => !all.includes(part))).toEqual([]);
});

it('what is not modelled throws with a name, wherever it is reached', async () => {
  const host = await Host.start({ files: { 'a.md': '' } });
  const app = host.app as unknown as Record<string, Record<string, unknown>>;
  const reach: readonly (() => unknown)[] = [
    () => (api as unknown as Record<string, unknown>).renderMath,
    () => app.commands,
    () => app.plugins,
    () => app.vault?.getConfig,
    () => app.workspace?.floatingSplit,
    () => (host.app.vault.getFiles()[0] as unknown as { deleted: unknown }).deleted,
    () => (host.app.workspace.getLeaf() as unknown as { id: unknown }).id,
    () => (api.Platform as unknown as { isVision: unknown }).isVision,
  ];
  for (const each of reach) expect(each).toThrow(Unmodelled);
  expect('commands' in host.app).toBe(false);
});
