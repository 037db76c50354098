import { type Clock, type Random, type WikiError } from '../../base';
import {
  type Category,
  type Classification,
  type Conversation,
  type ConversationFile,
  type ConversationFormat,
  type Digest,
  type HarvestItem,
  type ItemCounts,
  type LedgerStatus,
  type NotedFile,
} from '../../harvest';
import { type Money } from '../../model';
import { type Hash, type Vault, type WriteLock } from '../../vault';
import { type ModelCost } from '../model/cost';
import { type ModelHost } from '../model/host';
import { type DeviceMemory } from '../device-memory';

/** What a host provides so that a memory folder can be opened. */
export interface MemoryHost {
  /** Scoped to the memory folder, which need not exist yet. */
  readonly vault: Vault;
  readonly clock: Clock;
  readonly random: Random;
  readonly lock?: WriteLock;
  readonly device?: DeviceMemory;
  /** Without one, only what conversations mark is harvested. */
  readonly model?: ModelHost | undefined;
  /** The file that a path of a conversation leads to; `null` if there is none. */
  readonly identify: (path: string) => Promise<NotedFile | null>;
  /**
   * Moves a conversation's file to the trash, never removing it. Returns where it is now.
   * @throws WikiError `living-wiki:file_missing` when it is gone already
   */
  readonly trash?: (path: string) => Promise<string>;
  /** The open questions of a wiki, where there is one. Errors are the host's to show: what was kept is kept. */
  readonly questions?: {
    /** Called once for each question, when it is written into the memory. */
    add(texts: readonly string[], conversation: string): Promise<void>;
    /** Takes back what a harvest added that is undone. */
    withdraw(texts: readonly string[]): Promise<void>;
  };
}

/** A file that may hold conversations. */
export interface ConversationInput extends ConversationFile {
  /** When it changed last, milliseconds since the epoch. */
  readonly changedAt: number;
  /** Whether its owner keeps it. */
  readonly isKept: boolean;
}

/** One conversation that was found, and what a harvest would do with it. */
export interface FoundConversation extends Classification {
  readonly conversation: Conversation;
  /** Of the conversation. */
  readonly name: string;
  readonly format: ConversationFormat;
  /** When it began, or when its file changed last: ISO 8601, UTC. */
  readonly at: string;
  readonly hash: Hash;
  /** Of its file. */
  readonly path: string;
  /** Bytes of UTF-8 of what was said. */
  readonly bytes: number;
}

/** What a harvest would do, before anything is sent or written. */
export interface HarvestReport {
  readonly found: readonly Omit<FoundConversation, 'conversation'>[];
  readonly totals: Readonly<Record<Classification['class'], number>>;
  /** Files that hold no conversation that can be read, and what could not be read of others. */
  readonly problems: readonly { readonly path: string; readonly message: string }[];
  /** Bytes of what would be harvested. */
  readonly bytes: number;
  /** `null` without a model. */
  readonly estimate: {
    readonly model: string;
    readonly tokens: { readonly input: number; readonly output: number };
    /** Conversations that are summarised in parts first. */
    readonly inParts: number;
    /** `null` when the price is unknown. */
    readonly money: Money | null;
  } | null;
}

/** What became of one conversation. */
export interface HarvestedConversation {
  readonly hash: Hash;
  readonly path: string;
  readonly name: string;
  /** `proposed` waits for a review; `nothing` held nothing that lasts. */
  readonly outcome: 'applied' | 'proposed' | 'nothing' | 'failed' | 'too-large';
  readonly proposal: string | null;
  readonly items: ItemCounts;
  readonly notes: readonly string[];
  readonly error: WikiError | null;
}

export interface HarvestResult {
  readonly conversations: readonly HarvestedConversation[];
  readonly report: HarvestReport;
  /** Files that were moved to the trash, and where they are now. */
  readonly reclaimed: readonly { readonly path: string; readonly to: string }[];
  /** `null` without a model. */
  readonly cost: ModelCost | null;
  /** Why it ended early: a limit, or a server that cannot be reached. */
  readonly stopped: WikiError | null;
}

/** What a job harvests, and how. Paths are the host's. */
export interface HarvestJob {
  /** The memory folder; the host's default when absent. */
  readonly memory?: string;
  /** Files and folders; the folder of conversations when absent. */
  readonly paths?: readonly string[];
  /** How many conversations there are, for the title. */
  readonly count?: number;
  readonly apply: boolean;
  readonly reclaim?: boolean;
  readonly curator?: 'model' | 'extractive';
  /** What is harvested is not in the vault, such as dropped files, and cannot be found a second time. */
  readonly outside?: boolean;
}

/** A bullet of a category file, for a list. */
export interface MemoryItem {
  readonly category: Exclude<Category, 'files'>;
  readonly text: string;
  /** The whole bullet as it is in its file. */
  readonly bullet: string;
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  /** `null` where a person wrote it, or took the provenance off. */
  readonly from: { readonly conversation: string; readonly day: string } | null;
  /** What was said, found in the conversation by code; `null` where nothing is known. */
  readonly quote: string | null;
  /** `own`: a person wrote or edited it; `missing`: the quote that was given is not in the conversation; `none`: none was given. */
  readonly evidence: 'found' | 'missing' | 'none' | 'own';
}

/** What became of one conversation, for a list. */
export interface LedgerRow {
  readonly hash: Hash;
  /** Name of the conversation, or of its file where that is not known. */
  readonly name: string;
  /** Of its file. */
  readonly path: string;
  /** `undone`: its harvest was taken back; `copy`: another file with the same content, for which nothing was paid. */
  readonly status: LedgerStatus | 'undone' | 'copy';
  /** ISO 8601, UTC. */
  readonly at: string;
  /** How many bullets it added. */
  readonly items: number;
  /** Whether the conversation is in the trash. */
  readonly deleted: boolean;
  readonly error: string | null;
  /** `null` where no model was asked, or its price is unknown. */
  readonly money: Money | null;
  /** The transaction of its harvest, which can be undone; `null` where there is none. */
  readonly transaction: string | null;
}

export interface MemoryOverview {
  readonly items: readonly MemoryItem[];
  readonly counts: Readonly<Record<MemoryItem['category'], number>>;
  readonly digest: Omit<Digest, 'text'> & { readonly isOn: boolean };
  /** Newest first. */
  readonly ledger: readonly LedgerRow[];
  readonly waiting: number;
}

/** An item as a proposal keeps it. */
export type KeptItem = HarvestItem & { readonly hunk: string; readonly file: NotedFile | null };
