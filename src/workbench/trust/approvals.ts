import * as z from 'zod/mini';
import { isoTime, parseForeignJson } from '../../base';
import { hashText, type FileChange, type Hash } from '../../vault';
import { SCHEMA_FILE } from '../../wiki';
import { MANIFEST_NAME } from '../../workspace';
import { type DeviceMemory } from '../types';

const VERSION = 1;

/** That a person approved a file as it was. */
export interface Approval {
  /** SHA-256 of the bytes; `''` for an approval that was taken back. */
  readonly hash: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Who, as the device names its user; `''` where it knows no name. */
  readonly by: string;
}

/** By path, relative to the wiki's root. */
export type Approvals = ReadonlyMap<string, Approval>;

export interface ApprovalRecord {
  readonly files: Approvals;
  /** The device knew the wiki before approvals were kept, or made it: what has no approval yet is taken once as it is. */
  readonly takesOnce: boolean;
  /** Who could approve when something was last approved, so that a changed policy cannot let its author in; `null`: anyone. */
  readonly approvers: readonly string[] | null;
}

export const NO_APPROVALS: ApprovalRecord = { files: new Map(), takesOnce: false, approvers: null };

const SHAPE = z.lazy(() =>
  z.object({
    version: z.literal(VERSION),
    takesOnce: z.boolean(),
    approvers: z.nullable(z.array(z.string())),
    files: z.record(z.string(), z.object({ hash: z.string(), at: z.number(), by: z.string() })),
  }),
);

/** What this device approved of the wiki; `null` if it keeps nothing about it. A record that cannot be read approves nothing. */
export function readApprovals(device: DeviceMemory): ApprovalRecord | null {
  const text = device.approvals();
  if (text === null) return null;
  try {
    const { files, takesOnce, approvers } = z.parse(SHAPE, parseForeignJson(text));
    return { files: new Map(Object.entries(files)), takesOnce, approvers };
  } catch {
    return NO_APPROVALS;
  }
}

/** @returns whether the device could keep it */
export function writeApprovals(device: DeviceMemory, { files, takesOnce, approvers }: ApprovalRecord): boolean {
  const content = { version: VERSION, takesOnce, approvers, files: Object.fromEntries(files) };
  return device.saveApprovals(JSON.stringify(content));
}

/**
 * Makes sure that this device has a record of the wiki. Call it before the device remembers that it has seen the wiki: only one that it
 * knew before is taken as it is.
 */
export function beginApprovals(device: DeviceMemory): void {
  if (device.approvals() !== null) return;
  writeApprovals(device, { ...NO_APPROVALS, takesOnce: device.knowsWiki() || device.knowsConfirmations() });
}

/**
 * The files that a set-up creates are approved by it, and those that it finds are taken as they are.
 * @returns the texts that it approved, to be kept with {@link ApprovedTexts}
 */
export function approveSetUp(
  device: DeviceMemory,
  changes: readonly FileChange[],
  now: number,
): ReadonlyMap<Hash, string> {
  const files = new Map(readApprovals(device)?.files);
  const texts = new Map<Hash, string>();
  for (const change of changes) {
    if (change.op !== 'create' || !STEERING.has(change.path)) continue;
    const hash = hashText(change.text);
    texts.set(hash, change.text);
    files.set(change.path, { hash, at: now, by: device.person() });
  }
  writeApprovals(device, { files, takesOnce: true, approvers: null });
  return texts;
}

const STEERING: ReadonlySet<string> = new Set([MANIFEST_NAME, SCHEMA_FILE]);

/** When and by whom, for a person: `2026-05-03 by Anna`. */
export function describeApproval({ at, by }: Approval): string {
  const day = isoTime(at).slice(0, 10);
  return by === '' ? day : `${day} by ${by}`;
}
