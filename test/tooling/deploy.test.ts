import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { parse } from 'yaml';
import { declareServe } from '../../src/cli/commands/serve';
import { declareWork } from '../../src/cli/commands/work';
import { type CommandHost } from '../../src/cli/options';
import { readServerConfig, type ServerConfig } from '../../src/server/config';

/** What runs a server elsewhere names only what the product has. The image itself is not built here: that needs a registry. */

const root = path.resolve(__dirname, '../..');
const read = (name: string): string => readFileSync(path.join(root, 'deploy', name), 'utf8');

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly volumes: readonly string[];
  readonly secrets: readonly string[];
  readonly ports?: readonly string[];
  readonly stop_grace_period?: string;
  readonly deploy?: { readonly replicas: number };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly environment?: Readonly<Record<string, string>>;
}
interface Compose {
  readonly services: Readonly<Record<'server' | 'worker' | 'database', Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

const compose = parse(read('compose.yaml'), { merge: true }) as Compose;
const { server, worker, database } = compose.services;
const dockerfile = read('Dockerfile').replace(/\\\n\s*/g, '');
const instructions = (name: string): readonly string[] =>
  [...dockerfile.matchAll(new RegExp(`^ *${name} (.*)$`, 'gm'))].map(([, rest = '']) => rest);
const units = ['living-wiki.service', 'living-wiki-worker@.service'].map(read);
const settingOf = (unit: string, name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';

/** A configuration as the program reads it, with the secrets of containers as docs/server.md makes them. */
function configOf(text: string): ServerConfig {
  const folder = mkdtempSync(path.join(tmpdir(), 'deploy-'));
  try {
    for (const secret of server.secrets)
      writeFileSync(path.join(folder, secret), 'postgres://living_wiki:secret@database/living_wiki\n');
    const file = path.join(folder, 'server.yaml');
    writeFileSync(file, text.replaceAll('/run/secrets', folder));
    return readServerConfig(file, {});
  } finally {
    rmSync(folder, { recursive: true });
  }
}
const mountedConfig = (): ServerConfig => configOf(read('server.yaml'));

/** Parses a command line with the product's own declarations, and runs nothing. */
async function parsed(line: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const program = new Command().exitOverride();
  // Only an action would use it, and those are replaced.
  const host = {} as CommandHost;
  declareServe(program, host);
  declareWork(program, host);
  let found: Readonly<Record<string, unknown>> = {};
  for (const command of program.commands) {
    command
      .exitOverride()
      .configureOutput({ writeErr: () => undefined })
      .action((options: Readonly<Record<string, unknown>>) => void (found = options));
  }
  await program.parseAsync([...line], { from: 'user' });
  return found;
}

const mounts = (service: Service): readonly string[] => service.volumes.map((volume) => volume.split(':')[1] ?? '');
const CONFIG = '/etc/living-wiki/server.yaml';

it('every command line is one of the product, with the configuration that is mounted', async () => {
  const [image = ''] = instructions('CMD').filter((rest) => rest.includes('serve'));
  const lines = [server.command ?? [], worker.command ?? [], JSON.parse(image) as string[]].concat(
    units.map((unit) => settingOf(unit, 'ExecStart').split(' ').slice(1)),
  );
  expect(lines.map(([command]) => command)).toEqual(['serve', 'work', 'serve', 'serve', 'work']);
  for (const line of lines) expect(await parsed(line)).toMatchObject({ config: CONFIG });
  await expect(parsed(['serve', '--config', CONFIG, '--port', '1'])).rejects.toThrow('unknown option');
  expect(mounts(server)).toContain(CONFIG);
});

it('compose.yaml mounts a configuration that the product reads, and all folders that it names', () => {
  const config = mountedConfig();
  expect(config).toMatchObject({ doesJobs: false, listen: { host: '0.0.0.0' }, models: null });
  expect(config.database).toBe('postgres://living_wiki:secret@database/living_wiki');
  const kept = server.volumes.filter((volume) => volume.split(':', 1)[0] !== './server.yaml');
  expect(kept.every((volume) => (volume.split(':', 1)[0] ?? '') in compose.volumes)).toBe(true);
  const folders = config.wikis.map(({ source }) => (source.kind === 'folder' ? source.folder : ''));
  for (const folder of [config.data, config.tokens, ...folders])
    expect(mounts(server).filter((mount) => folder === mount || folder.startsWith(`${mount}/`))).toHaveLength(1);
  expect(worker.volumes).toEqual(server.volumes);
  expect(worker.secrets).toEqual(server.secrets);
  expect(JSON.parse(instructions('VOLUME')[0] ?? '')).toEqual(mounts({ ...server, volumes: kept }));
  expect([...server.secrets, ...database.secrets].sort()).toEqual(Object.keys(compose.secrets).sort());
});

it('compose.yaml starts the database, the server and two workers in this order, reached from this machine alone', () => {
  const { listen, stopWithin } = mountedConfig();
  expect(server.ports).toEqual([`127.0.0.1:${String(listen.port)}:${String(listen.port)}`]);
  expect([worker.ports, database.ports]).toEqual([undefined, undefined]);
  expect(server.depends_on).toEqual({ database: { condition: 'service_healthy' } });
  expect(worker.depends_on).toEqual({ server: { condition: 'service_healthy' } });
  expect(worker.deploy?.replicas).toBe(2);
  expect(worker.image).toBe(server.image);
  expect(worker.healthcheck?.test.at(-1)).toContain(`http://${worker.command?.at(-1) ?? ''}/health`);
  expect(dockerfile).toContain(`http://127.0.0.1:${String(listen.port)}/health`);
  expect(instructions('EXPOSE')).toEqual([String(listen.port)]);
  for (const { stop_grace_period: grace = '' } of [server, worker])
    expect(parseInt(grace, 10) * 1000).toBeGreaterThanOrEqual(stopWithin + 10_000);
});

it('no password is written down', () => {
  expect(database.environment?.POSTGRES_PASSWORD_FILE).toBe('/run/secrets/database-password');
  expect(Object.keys(database.environment ?? {})).not.toContain('POSTGRES_PASSWORD');
  const ignored = readFileSync(path.join(root, '.gitignore'), 'utf8').split('\n');
  expect(ignored).toContain('/deploy/secrets/');
  for (const { file } of Object.values(compose.secrets)) expect(file).toMatch(/^\.\/secrets\//);
});

it('the Dockerfile copies what is there and sent to the build, and runs it as a user without rights', () => {
  const sent = read('Dockerfile.dockerignore').split('\n');
  expect(sent).toContain('*');
  const copied = instructions('COPY').filter((rest) => !rest.startsWith('--from'));
  for (const name of copied.flatMap((rest) => rest.split(' ').slice(0, -1))) {
    expect(existsSync(path.join(root, name)) ? name : 'missing').toBe(name);
    expect(sent).toContain(`!${name}`);
  }
  // The program reads its version from there.
  expect(copied.at(-1)).toMatch(/^package\.json .* \/opt\/living-wiki\/$/);
  expect(instructions('USER')).toEqual(['node']);
  expect(new Set(instructions('FROM').map((rest) => rest.split(' ')[0]))).toEqual(
    new Set(['node:20.20.2-bookworm-slim']),
  );
  const { context = '', dockerfile: named = '' } = server.build ?? {};
  expect(path.join(root, 'deploy', context, named)).toBe(path.join(root, 'deploy', 'Dockerfile'));
});

it('both units have the same limits and wait for a running job', () => {
  const [one, other] = units.map((unit) =>
    unit
      .slice(unit.indexOf('[Service]'), unit.indexOf('[Install]'))
      .split('\n')
      .filter((line) => !line.startsWith('ExecStart=')),
  );
  expect(one).toEqual(other);
  const [unit = ''] = units;
  // The time that the server gives a job where the configuration names none.
  expect(Number(settingOf(unit, 'TimeoutStopSec'))).toBeGreaterThanOrEqual(30 + 10);
  expect(`/var/lib/${settingOf(unit, 'StateDirectory')}`).toBe(mountedConfig().data);
  expect(settingOf(unit, 'ProtectSystem')).toBe('strict');
  expect(settingOf(unit, 'ReadWritePaths')).toBe('/srv/wikis');
});

it('the configuration of the first steps names the folders that the units may write', () => {
  const steps = readFileSync(path.join(root, 'docs', 'server.md'), 'utf8');
  const [, text = ''] = /<<'YAML'\n([^]*?)\nYAML\n/.exec(steps) ?? [];
  const source = { kind: 'folder', folder: '/srv/wikis/handbook', vault: null };
  expect(configOf(text)).toMatchObject({ data: '/var/lib/living-wiki', doesJobs: false, wikis: [{ source }] });
});
