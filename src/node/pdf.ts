import { WikiError } from '../base';
import { createPdfReader, type PdfReader } from '../workbench';
import { type getDocumentProxy } from 'unpdf';

/**
 * Reads PDF text on Node with the PDF.js build that needs no canvas. It is loaded on first use, because it takes longer to
 * start than everything else together.
 */
export function createNodePdfReader(): PdfReader {
  return createPdfReader(async (bytes) => {
    const open = await loadLibrary();
    return open(bytes, {
      verbosity: 0,
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      useWorkerFetch: false,
      stopAtErrors: false,
    });
  });
}

/** A library that fails to load is not an error of the document. */
async function loadLibrary(): Promise<typeof getDocumentProxy> {
  try {
    const library = await import('unpdf');
    await library.getResolvedPDFJS();
    return library.getDocumentProxy;
  } catch (error) {
    throw new WikiError('living-wiki:pdf_reader_missing', 'The PDF reader could not be loaded.', {
      remedy: 'Install the program again.',
      cause: error,
    });
  }
}
