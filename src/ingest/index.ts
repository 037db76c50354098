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
  type ExtractInput,
  type PdfDocument,
} from './extract';
export { answersIn, withAnswers, type AnsweredQuestion } from './answered-questions';
export { EXTRACTIVE_CURATOR, findQuotes } from './extractive';
export { recall, type RecalledPage, type RecallRequest } from './recall';
export {
  createModelCurator,
  estimateModelIngest,
  oneLine,
  type IngestEstimate,
  type ModelCuratorOptions,
  type SteeringNote,
} from './model-run';
