import { type Gate } from '../../maintenance';

export const DEFAULT_SKILL = 'daily-update';

export interface MaintainRequest {
  /** Name of the skill; `daily-update` when absent. */
  readonly skill?: string;
  /** What may be applied without a person; nothing when absent. */
  readonly write?: Gate;
  /** Store nothing but the report. */
  readonly dryRun?: boolean;
  /** Also skills that are kept for coding agents in the vault. */
  readonly vaultSkills?: boolean;
  readonly by?: 'person' | 'schedule';
  /** `extractive` asks no model. */
  readonly curator?: 'model' | 'extractive';
}
