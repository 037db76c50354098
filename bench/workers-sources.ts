import { readFileSync } from 'node:fs';
import { type Team, type TeamWorker } from '../test/support/team';
import { numbers, sentence } from './generate';

/** The texts of sources, by their names, for each wiki. */
type Houses = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Sources, spread over wikis. No two have a word of a name in common. */
export function houses(wikis: readonly string[], count: number, paragraphs: number): Houses {
  return new Map(
    wikis.map((wiki, at) => {
      const texts: Record<string, string> = {};
      for (let n = at; n < count; n += wikis.length)
        texts[`house-${String(n).padStart(4, '0')}.md`] = house(n, paragraphs);
      return [wiki, texts];
    }),
  );
}

function house(n: number, count: number): string {
  const next = numbers(n + 1);
  const name = `house ${n}`;
  const paragraphs = Array.from(
    { length: count },
    (_, at) =>
      `Room ${at} of ${name} was painted in ${1500 + at}. ${sentence(next)} ${sentence(next)} ${sentence(next)}`,
  );
  return `# The ${name}\n\nThe ${name} stands by the river. The harbour trust built it.\n\n${paragraphs.join('\n\n')}\n`;
}

/** Uploads sources and has them queued. */
export async function queue(team: Team, sources: Houses): Promise<void> {
  for (const [wiki, texts] of sources) await team.upload(wiki, texts);
  for (const wiki of sources.keys()) await team.ingest(wiki);
}

/** As an administrator stops workers. */
export async function stopAll(team: Team): Promise<void> {
  await Promise.all([...team.workers].map((worker) => worker.stop('SIGTERM')));
}

/** Processor time of a worker, from Linux, in hundredths of a second. */
export function processorMs({ pid }: TeamWorker): number {
  const [, after = ''] = /\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const fields = after.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
