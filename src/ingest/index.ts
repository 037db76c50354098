export * from './types';
export {
  createPdfReader,
  extract,
  fullText,
  MAX_ARCHIVE_BYTES,
  MAX_ARCHIVE_ENTRIES,
  MAX_DOCUMENT_BYTES,
  MAX_ENTRY_BYTES,
  MAX_PDF_PAGES,
  MAX_TEXT_BYTES,
  supportedFormats,
} from './extract';
export type { ExtractInput, PdfDocument } from './extract';
export { answersIn, withAnswers } from './answered';
export type { AnsweredQuestion } from './answered';
export { extractiveCurator, quotesIn } from './extractive';
export { recall } from './recall';
export type { RecalledPage, RecallRequest } from './recall';
export { createModelCurator, estimateModelIngest, oneLine } from './model-run';
export type { IngestEstimate, ModelCuratorOptions, SteeringNote } from './model-run';
