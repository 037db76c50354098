import { CuratedWiki } from '../support/curated-wiki';

const THREAD = `# Scheduling in the queue

## What it is

Topology Aware Scheduling (TAS) is a mode of the queue that places the pods of one job near each other.

## How it is turned on

The gate TopologyAwareScheduling has been on since version 0.14. TAS needs a label on each node.

## What is missing

Topology Aware Scheduling does not work with cohorts. TopologyAwareScheduling ignores nodes that are cordoned.
`;

describe('one subject', () => {
  it('has one page under its name, its acronym and its name in camel case', async () => {
    const wiki = await CuratedWiki.of({ 'sources/2026-01-10-thread.md': THREAD });
    await wiki.ingest('sources/2026-01-10-thread.md');
    const pages = Object.entries(await wiki.pages()).filter(([, text]) => /topology ?aware/i.test(text));
    const own = pages.filter(([name]) => !/^(?:summaries|sources)\//.test(name));
    expect(own.map(([name]) => name.replace(/^.*\//, ''))).toEqual(['topology-aware-scheduling.md']);
    expect(own[0]?.[1]).toContain('TAS needs a label on each node.');
    expect(own[0]?.[1]).toContain('TopologyAwareScheduling ignores nodes that are cordoned.');
  });

  it('has a page if the title names it and the text keeps to it', async () => {
    const text = `# Uploads start again from zero\n\n## In March\n\nUploads are sent as one request. Our line is reset every night.\n\n## In April\n\nEach upload has been sent in parts since version 1.4. A broken upload goes on after its last part. Uploads below 5 MiB are sent whole.\n`;
    const wiki = await CuratedWiki.of({ 'sources/2026-01-10-uploads.md': text });
    await wiki.ingest('sources/2026-01-10-uploads.md');
    expect((await wiki.pages())['concepts/uploads.md']).toContain('Uploads below 5 MiB are sent whole.');
  });

  it('takes along what goes on about it in the paragraph, as far as another name opens a sentence', async () => {
    const text =
      'Acme Robotics is a company that builds robots. The first one left the yard in 1998. It was painted red in the yard. The arms of Fenwick Labs are black.\n';
    const wiki = await CuratedWiki.of({ 'sources/2026-01-10-acme.md': `# Notes\n\n${text}` });
    await wiki.ingest('sources/2026-01-10-acme.md');
    const acme = (await wiki.pages())['entities/acme-robotics.md'] ?? '';
    expect(acme).toContain('The first one left the yard in 1998.');
    expect(acme).toContain('It was painted red in the yard.');
    expect(acme).not.toContain('Fenwick');
  });
});
