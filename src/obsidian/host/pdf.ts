import { loadPdfJs } from 'obsidian';
import { createPdfReader as readWith, WikiError, type PdfDocument, type PdfReader } from '../../workbench';
import { app } from '../locale';

const words = app.files;

/** The part of the app's PDF.js that is used. */
interface PdfLibrary {
  getDocument(request: object): { readonly promise: Promise<PdfDocument> };
}

/** Reads PDF text with the app's own PDF.js, which is loaded on first use. */
export function createPdfReader(): PdfReader {
  return readWith(async (bytes) => {
    const library = await loadLibrary();
    return library.getDocument({ data: bytes, verbosity: 0, isEvalSupported: false }).promise;
  });
}

/** A library that fails to load is not an error of the document. */
async function loadLibrary(): Promise<PdfLibrary> {
  try {
    return (await loadPdfJs()) as PdfLibrary;
  } catch (error) {
    throw new WikiError('living-wiki:pdf_reader_missing', words.noPdf, { remedy: words.noPdfRemedy, cause: error });
  }
}
