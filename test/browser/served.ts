import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Bench } from '../cli/support';
import { builtFile } from '../support/built';

interface Served {
  readonly address: string;
  readonly stop: () => Promise<void>;
}

/** A server, as it is shipped, on the wikis of a configuration in the folder of a test. */
export async function serve(bench: Bench, config: string): Promise<Served> {
  writeFileSync(bench.at('server.yaml'), `version: 1\nlisten: 127.0.0.1:0\ndata: data\ntokens: tokens.json\n${config}`);
  const program = path.join(builtFile('served'), 'cli.mjs');
  const server = spawn(process.execPath, [program, 'serve', '--config', 'server.yaml'], {
    cwd: bench.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    const read = (piece: Buffer): void => {
      said += piece.toString();
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    };
    server.stdout.on('data', read);
    server.stderr.on('data', read);
    server.once('exit', () => reject(new Error(said)));
  });
  return {
    address,
    stop: async () => {
      if (server.exitCode !== null) return;
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
  };
}
