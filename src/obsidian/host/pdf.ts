import { loadPdfJs } from 'obsidian';
import { createPdfReader as readWith } from '../../workbench';
import type { PdfDocument, PdfReader } from '../../workbench';

/** As much of PDF.js as is asked of the copy that the app brings along. */
interface PdfLibrary {
  getDocument(request: object): { readonly promise: Promise<PdfDocument> };
}

/** Reads PDF text with the app's own PDF.js, which is loaded with the first PDF. */
export function createPdfReader(): PdfReader {
  return readWith(async (bytes) => {
    const library = (await loadPdfJs()) as PdfLibrary;
    return library.getDocument({ data: bytes, verbosity: 0, isEvalSupported: false }).promise;
  });
}
