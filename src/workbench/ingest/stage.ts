/** The stage of a run that reads sources: so many of them are done, and `detail` names the one that is read. */
export const INGEST_STAGE = 'Reading sources';
