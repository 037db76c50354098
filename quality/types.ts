/** Something that the sources state, written down before any run. */
export interface Fact {
  readonly id: string;
  readonly fact: string;
  /** Names of the files that state it. */
  readonly sources: readonly string[];
  /**
   * Regular expressions, any letter case. A sentence states the fact if each matches it or the title and heading above it; the
   * last one is the value and must match the sentence itself.
   */
  readonly match: readonly string[];
  readonly status: 'current' | 'superseded' | 'contradicted';
}

/** Two facts that cannot both hold: sources disagree, or the newer one ended the older one. */
export interface Change {
  readonly id: string;
  readonly kind: 'contradiction' | 'supersession';
  readonly about: string;
  readonly older: string;
  readonly newer: string;
  /** What a page should say, for the reader of a report. */
  readonly expected: string;
}

export interface SetSource {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** Dated sources on shared subjects, and what is known about them. */
export interface QualitySet {
  readonly name: string;
  readonly title: string;
  /** The purpose of a wiki of these sources, one sentence. */
  readonly purpose: string;
  readonly facts: readonly Fact[];
  readonly changes: readonly Change[];
  /** In the order of their dates. */
  readonly sources: readonly SetSource[];
  /** Whether the texts of some are not kept here but read from a package. */
  readonly hasForeignTexts: boolean;
}

/** A line of a report that a person may want to look up. */
export interface Place {
  readonly page: string;
  readonly text: string;
}
