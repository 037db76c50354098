import { type ModelSettings } from '../../../workbench';

/** What the dialog begins with. */
export interface DeliberateDefaults {
  readonly question?: string;
  /** Sources and pages, as the person would enter them. */
  readonly texts?: readonly string[];
}

/** The models that are asked unless the person names others: those of the settings. */
export function modelsOf({ model, fallbackModel, reviewModel, endpoints = [] }: ModelSettings): readonly string[] {
  const named = [model, fallbackModel, reviewModel].filter((each) => each !== undefined);
  return [...new Set([...named, ...endpoints.map(({ name }) => name)])];
}
