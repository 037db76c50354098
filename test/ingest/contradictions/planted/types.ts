/** Two or three texts on one matter, with what they say differently on purpose. */
export interface PlantedTexts {
  readonly name: string;
  /** By file name; read in this order, and in the opposite one. */
  readonly files: Readonly<Record<string, string>>;
  /** Words of two sentences that cannot both be true. */
  readonly pairs: readonly (readonly [string, string])[];
  /** Words of two sentences that only look as if they could not. */
  readonly decoys: readonly (readonly [string, string])[];
}
