import { Unmodelled } from './strict';
import { HostRequests } from './network';
import { type Device } from './platform';
import { Disk, type DiskData } from './vault/disk';
import { Faults } from './vault/faults';

export interface MachineOptions {
  readonly name?: string;
  /** Vault-relative path to what is in the file. */
  readonly files?: Readonly<Record<string, DiskData>>;
  readonly caseSensitive?: boolean;
  readonly device?: Device;
  readonly clock?: () => number;
  /**
   * What the app does with text that an editor has not saved when the file changes on the disk. It is not documented, so a
   * plugin has to be safe either way: `merge` puts the unsaved change on top of the new text, `overwrite` keeps the
   * editor's text, which the next save writes over the new one.
   */
  readonly unsaved?: 'merge' | 'overwrite';
  /** Whether notes are edited in CodeMirror, with the extensions of plugins; in a plain text area otherwise. */
  readonly livePreview?: boolean;
  /** Language of the app. */
  readonly language?: string;
  /** What the app keeps for this vault on the device. */
  readonly localStorage?: Readonly<Record<string, unknown>>;
  /** Whether the wikis in `files` come from elsewhere; otherwise this device opened them before. */
  readonly isStranger?: boolean;
  /** Where the app's PDF.js comes from. */
  readonly pdfJs?: () => Promise<unknown>;
}

/** What is there before the app starts and after it stopped: the disk, the secrets, the local storage, the network. */
export class Machine {
  readonly name: string;
  readonly disk: Disk;
  readonly faults = new Faults();
  readonly requests = new HostRequests();
  readonly secrets = new Map<string, string>();
  readonly localStorage: Map<string, string>;
  readonly unsaved: 'merge' | 'overwrite';
  readonly livePreview: boolean;
  readonly language: string;
  /** Files that the app handed to the program that the system opens them with. */
  readonly openedOutside: string[] = [];
  readonly pdfJs: () => Promise<unknown>;
  device: Device;
  isDark = false;

  constructor(options: MachineOptions = {}) {
    this.name = options.name ?? 'Stand-in';
    this.device = options.device ?? 'desktop';
    this.unsaved = options.unsaved ?? 'merge';
    this.livePreview = options.livePreview ?? false;
    this.language = options.language ?? 'en';
    this.pdfJs =
      options.pdfJs ??
      (() => {
        throw new Unmodelled('loadPdfJs, unless the host is started with `pdfJs`');
      });
    const stored = Object.entries({
      ...(options.isStranger === true ? {} : { 'living-wiki-known': wikisIn(options.files ?? {}) }),
      ...options.localStorage,
    });
    this.localStorage = new Map(stored.map(([key, data]) => [key, JSON.stringify(data)]));
    this.disk = new Disk(options.caseSensitive ?? false, options.clock);
    for (const [path, data] of Object.entries(options.files ?? {})) this.disk.put(path, data);
  }
}

/** Folders with a manifest. */
function wikisIn(files: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(files)
    .filter((path) => path.split('/').pop() === 'KNOWLEDGE.md')
    .map((path) => path.split('/').slice(0, -1).join('/'));
}
