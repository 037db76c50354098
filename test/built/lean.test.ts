import vm from 'node:vm';
import { build } from 'esbuild';
import { hollow, withoutMethods } from '../../scripts/build/lean/edit.mjs';

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
