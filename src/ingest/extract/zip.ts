import { checkpoint, isWikiError, type Run } from '../../base';
import { MAX_ARCHIVE_BYTES, MAX_ARCHIVE_ENTRIES, MAX_ARCHIVE_RATIO, MAX_ENTRY_BYTES, RATIO_FREE_BYTES } from './limits';
import { sourceBroken, sourceEncrypted, sourceTooLarge } from './source-errors';

interface ZipEntry {
  readonly name: string;
  readonly encrypted: boolean;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  /** Of the local header, from the start of the file. */
  readonly offset: number;
}

/** At deflate's best ratio one step unpacks to about 8 MB, so that a zip bomb is noticed in time. */
const PACKED_BYTES_PER_STEP = 8 * 1024;
const END_RECORD = 0x06054b50;
const END_RECORD_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const CENTRAL_HEADER = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;

/**
 * A ZIP archive, of which only requested entries are read. Entry names are looked up as they are, never used as paths. The
 * limits on the number of entries, their sizes and their ratio apply to the real data, whatever the headers say.
 * Source: PKWARE APPNOTE 6.3.10, sections 4.3 and 4.5.3.
 */
export class ZipArchive {
  readonly #entries = new Map<string, ZipEntry>();
  #unpacked = 0;

  /**
   * @throws WikiError `living-wiki:source_broken` for a damaged directory or overlapping entries (a kind of zip bomb),
   *   `living-wiki:source_too_large` for too many entries
   */
  readonly #bytes: Uint8Array;
  readonly #path: string;

  constructor(bytes: Uint8Array, path: string) {
    this.#bytes = bytes;
    this.#path = path;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (const entry of this.#readDirectory()) {
      // Of two entries with one name the last counts, as in most programs.
      this.#entries.set(entry.name, entry);
    }
    this.#rejectOverlap();
  }

  readonly #view: DataView;

  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** The first `length` bytes of an entry; `null` if it does not exist or cannot be read. */
  async peek(name: string, length: number, run: Run): Promise<Uint8Array | null> {
    try {
      return (await this.read(name, run))?.subarray(0, length) ?? null;
    } catch (error) {
      if (isWikiError(error) && error.code === 'living-wiki:source_broken') return null;
      throw error;
    }
  }

  /**
   * An entry, unpacked and checked against its checksum; `null` if it does not exist.
   *
   * @throws WikiError `living-wiki:source_broken`, `living-wiki:source_encrypted`, `living-wiki:source_too_large`
   */
  async read(name: string, run: Run): Promise<Uint8Array | null> {
    const entry = this.#entries.get(name);
    if (entry === undefined) return null;
    if (entry.encrypted) throw sourceEncrypted(this.#path, 'it is protected by a password.');
    const packed = this.#packedBytes(entry);
    const bytes = entry.method === 0 ? packed : await this.#inflate(entry, packed, run);
    if (entry.method === 0) this.#countUnpacked(packed.length, packed.length, entry);
    if (bytes.length !== entry.size || crc32(bytes) !== entry.crc) {
      throw sourceBroken(this.#path, `its part "${entry.name}" is incomplete.`);
    }
    return bytes;
  }

  #packedBytes(entry: ZipEntry): Uint8Array {
    if (entry.method !== 0 && entry.method !== 8) {
      throw sourceBroken(this.#path, `its part "${entry.name}" uses an unknown compression method.`);
    }
    const { offset } = entry;
    if (offset + 30 > this.#bytes.length || this.#view.getUint32(offset, true) !== LOCAL_HEADER)
      throw this.#damagedError();
    const start = offset + 30 + this.#view.getUint16(offset + 26, true) + this.#view.getUint16(offset + 28, true);
    if (start + entry.packed > this.#bytes.length) throw this.#damagedError();
    return this.#bytes.subarray(start, start + entry.packed);
  }

  async #inflate(entry: ZipEntry, packed: Uint8Array, run: Run): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    let size = 0;
    const { Inflate } = await import('./inflate');
    const inflate = new Inflate((part) => {
      size += part.length;
      this.#countUnpacked(part.length, size, entry);
      parts.push(part);
    });
    try {
      for (let at = 0; at < packed.length || at === 0; at += PACKED_BYTES_PER_STEP) {
        inflate.push(packed.subarray(at, at + PACKED_BYTES_PER_STEP), at + PACKED_BYTES_PER_STEP >= packed.length);
        if (at % (PACKED_BYTES_PER_STEP * 32) === 0) await checkpoint(run);
      }
    } catch (error) {
      if (isWikiError(error)) throw error;
      throw sourceBroken(this.#path, `its part "${entry.name}" cannot be unpacked.`, error);
    }
    const bytes = new Uint8Array(size);
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }

  #countUnpacked(added: number, size: number, entry: ZipEntry): void {
    this.#unpacked += added;
    if (size > MAX_ENTRY_BYTES || this.#unpacked > MAX_ARCHIVE_BYTES) {
      throw sourceTooLarge(this.#path, `its part "${entry.name}" unpacks to more than the limit.`);
    }
    if (size > RATIO_FREE_BYTES && size > entry.packed * MAX_ARCHIVE_RATIO) {
      throw sourceTooLarge(this.#path, `its part "${entry.name}" unpacks to over ${MAX_ARCHIVE_RATIO} times its size.`);
    }
  }

  #damagedError(): Error {
    return sourceBroken(this.#path, 'its directory is missing or damaged, as after an interrupted download.');
  }

  #readDirectory(): ZipEntry[] {
    const { count, offset } = this.#findEndRecord();
    if (count > MAX_ARCHIVE_ENTRIES) {
      throw sourceTooLarge(this.#path, `it contains ${count} files; the limit is ${MAX_ARCHIVE_ENTRIES}.`);
    }
    const entries: ZipEntry[] = [];
    let at = offset;
    // The count of the end record may be wrong, so count the entries.
    while (at + 46 <= this.#bytes.length && this.#view.getUint32(at, true) === CENTRAL_HEADER) {
      if (entries.length >= MAX_ARCHIVE_ENTRIES) {
        throw sourceTooLarge(this.#path, `it contains more than ${MAX_ARCHIVE_ENTRIES} files.`);
      }
      const nameLength = this.#view.getUint16(at + 28, true);
      const extraLength = this.#view.getUint16(at + 30, true);
      const end = at + 46 + nameLength + extraLength + this.#view.getUint16(at + 32, true);
      if (end > this.#bytes.length) throw this.#damagedError();
      entries.push(this.#readEntryAt(at, nameLength, extraLength));
      at = end;
    }
    if (entries.length < count) throw this.#damagedError();
    return entries;
  }

  #readEntryAt(at: number, nameLength: number, extraLength: number): ZipEntry {
    const view = this.#view;
    let packed = view.getUint32(at + 20, true);
    let size = view.getUint32(at + 24, true);
    let offset = view.getUint32(at + 42, true);
    let extra = at + 46 + nameLength;
    const extraEnd = extra + extraLength;
    while (extra + 4 <= extraEnd) {
      const id = view.getUint16(extra, true);
      const end = extra + 4 + view.getUint16(extra + 2, true);
      if (id === 1 && end <= extraEnd) {
        // ZIP64 repeats only the fields that are full in the entry, in this order.
        let field = extra + 4;
        const next = (value: number): number => {
          if (value !== 0xffffffff || field + 8 > end) return value;
          field += 8;
          return Number(view.getBigUint64(field - 8, true));
        };
        size = next(size);
        packed = next(packed);
        offset = next(offset);
      }
      extra = end;
    }
    return {
      name: new TextDecoder().decode(this.#bytes.subarray(at + 46, at + 46 + nameLength)),
      encrypted: (view.getUint16(at + 8, true) & 1) !== 0,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed,
      size,
      offset,
    };
  }

  /** Searches backwards from the end of the file, because a comment of up to 65,535 bytes may follow the record. */
  #findEndRecord(): { count: number; offset: number } {
    const view = this.#view;
    const length = this.#bytes.length;
    for (let at = length - 22; at >= Math.max(0, length - 22 - 0xffff); at -= 1) {
      if (view.getUint32(at, true) !== END_RECORD) continue;
      const count = view.getUint16(at + 10, true);
      const offset = view.getUint32(at + 16, true);
      if (count !== 0xffff && offset !== 0xffffffff) return { count, offset };
      if (at < 20 || view.getUint32(at - 20, true) !== LOCATOR_64) return { count, offset };
      const wide = Number(view.getBigUint64(at - 12, true));
      if (wide + 56 > length || view.getUint32(wide, true) !== END_RECORD_64) throw this.#damagedError();
      return { count: Number(view.getBigUint64(wide + 32, true)), offset: Number(view.getBigUint64(wide + 48, true)) };
    }
    throw this.#damagedError();
  }

  /** Entries that share packed bytes unpack to far more than the size of the archive. No regular program writes them. */
  #rejectOverlap(): void {
    const sorted = [...this.#entries.values()].sort((a, b) => a.offset - b.offset);
    let end = 0;
    for (const entry of sorted) {
      if (entry.offset < end)
        throw sourceBroken(this.#path, 'its parts overlap, which only happens in a malicious file.');
      end = entry.offset + 30 + entry.packed;
    }
  }
}

let crcTable: Uint32Array | null = null;

function crc32(bytes: Uint8Array): number {
  if (crcTable === null) {
    crcTable = new Uint32Array(256);
    for (let n = 0; n < 256; n += 1) {
      let value = n;
      for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
      crcTable[n] = value;
    }
  }
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
