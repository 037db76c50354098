import vm from 'node:vm';
import { build } from 'esbuild';
import fc from 'fast-check';
import * as whole from 'zod/mini';
import { hollow, withoutMethods } from '../../scripts/build/lean/edit.mjs';
import { leanZod } from '../../scripts/build/lean/zod.mjs';

/** Runs a module of a library after parts were left out of it. */
async function run(contents: string): Promise<Record<string, unknown>> {
  const stdin = { contents, resolveDir: __dirname };
  const { outputFiles } = await build({ stdin, bundle: true, write: false, format: 'cjs', logLevel: 'silent' });
  const module = { exports: {} as Record<string, unknown> };
  vm.runInNewContext(outputFiles[0]!.text, { module });
  return module.exports;
}

it('what is left out says so when it is reached', async () => {
  const { read, Reader } = (await run(hollow('export const read = () => 1; export class Reader {}'))) as {
    read: () => unknown;
    Reader: () => unknown;
  };
  expect(read).toThrow('read is left out of this build.');
  expect(Reader).toThrow('Reader is left out of this build.');
});

it('a class keeps its other methods', async () => {
  const code = 'export class Client { static make() { return new Client() } get() { return 1 } list() { return 2 } }';
  const { Client } = (await run(withoutMethods(code, { Client: ['list', 'make'] }))) as {
    Client: { new (): { get(): unknown; list(): unknown }; make(): unknown };
  };
  expect(new Client().get()).toBe(1);
  expect(() => new Client().list()).toThrow('Client.list is left out of this build.');
  expect(() => Client.make()).toThrow('Client.make is left out of this build.');
});

it('a library that has changed stops the build', () => {
  expect(() => withoutMethods('export class Client { get() {} }', { Client: ['get', 'tee'] })).toThrow(/Client\.tee/);
});

it('schemas read data as they did, and say what is left out of them', async () => {
  const contents = `import * as z from 'zod/mini'; export { z }; export const later = async () => true;`;
  const plugins = [leanZod];
  const stdin = { contents, resolveDir: __dirname };
  const { outputFiles } = await build({
    stdin,
    bundle: true,
    write: false,
    format: 'cjs',
    plugins,
    platform: 'browser',
  });
  const module = { exports: {} as { z: typeof whole; later: () => Promise<boolean> } };
  vm.runInNewContext(outputFiles[0]!.text, { module });
  const { z: lean, later } = module.exports;
  const schemaOf = (z: typeof whole): whole.ZodMiniType => {
    const item = z.object({ id: z.string().check(z.minLength(1)), at: z.optional(z.nullable(z.int())) });
    return z.union([
      z.strictObject({ items: z.array(item), more: z.exactOptional(z.record(z.string(), z.enum(['a', 'b']))) }),
      z.string().check(z.refine((text) => text.startsWith('x'))),
      z.literal(7),
    ]);
  };
  const [ours, theirs] = [schemaOf(lean), schemaOf(whole)];
  const leaf = fc.constantFrom<unknown>('', 'a', 'x', 7, 7.5, null, undefined, true);
  const item = fc.record({ id: leaf, at: leaf }, { requiredKeys: [] });
  const value = fc.record(
    { items: fc.oneof(leaf, fc.array(item)), more: fc.oneof(leaf, fc.dictionary(fc.string(), leaf)), other: leaf },
    { requiredKeys: ['items'] },
  );
  fc.assert(
    fc.property(fc.oneof(leaf, value), (data) => {
      expect(JSON.stringify(ours.safeParse(data))).toBe(JSON.stringify(theirs.safeParse(data)));
    }),
  );
  const waits = lean.string().check(lean.refine(later));
  expect(() => waits.safeParse('a')).toThrow('refinement that waits is left out of this build.');
  const fixed = lean.record(lean.enum(['a']), lean.string());
  expect(() => fixed.safeParse({ a: 'b' })).toThrow('record with fixed keys is left out of this build.');
  expect(() => lean.string().parseAsync('a')).toThrow('parseAsync is left out of this build.');
});
