import { type Run } from '../../base';
import { type Job, type JobEnd } from '../../jobs';
import { type ExportRequest, type ExportResult } from '../packs/publisher';
import { publisherOf } from '../packs/session-packs';
import { type WikiSession } from '../wiki-session';
import { exportJob, readExportPayload } from './kinds';
import { runAsJob } from './run-as-job';

/**
 * Publishes the wiki as a job of the queue, and waits for it; `null` where the host has no place for packs.
 * @throws what `WikiPublisher.publish` throws
 */
export async function exportAsJob(
  session: WikiSession,
  request: ExportRequest,
  run: Run,
): Promise<ExportResult | null> {
  const publisher = await publisherOf(session);
  if (publisher === null) return null;
  // A name that no pack can have must not become a job.
  publisher.check(request);
  const work = async (within: Run): Promise<{ result: ExportResult; end: JobEnd }> => {
    const result = await publisher.publish(request, within);
    return { result, end: endOf(result) };
  };
  return runAsJob(session, exportJob(request), work, run);
}

/** Runs a queued job of this kind. */
export async function runExportJob(session: WikiSession, job: Job, run: Run): Promise<JobEnd> {
  const payload = readExportPayload(job);
  const publisher = await publisherOf(session);
  if (payload === null || publisher === null) {
    return { state: 'done', note: 'Cannot run this job here. Publish the wiki again.' };
  }
  return endOf(await publisher.publish(payload, run));
}

function endOf({ to, written }: ExportResult): JobEnd {
  return { state: 'done', note: `Published to ${to}/${written.folder}.` };
}
