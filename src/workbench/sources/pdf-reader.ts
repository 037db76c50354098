import { type PdfDocument, type PdfReader } from '../../ingest';

/**
 * A reader of PDF text by a host's PDF.js.
 * @param open opens a document; it may take over the bytes
 */
export function createPdfReader(open: (bytes: Uint8Array) => Promise<PdfDocument>): PdfReader {
  return {
    async read(bytes, run) {
      const ingest = await import('../../ingest');
      return ingest.createPdfReader(open).read(bytes, run);
    },
  };
}
