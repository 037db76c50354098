import { type Gate } from '../../maintenance';

export const DEFAULT_SKILL = 'daily-update';

export interface MaintainRequest {
  /** Name of the skill; `daily-update` when absent. */
  readonly skill?: string;
  /** What may be applied without a person; what the settings of this device say when absent. */
  readonly write?: Gate;
  /** Nothing is applied without a person, whatever the settings say. */
  readonly proposeOnly?: boolean;
  /** Store nothing but the report. */
  readonly dryRun?: boolean;
  /** Also skills that are kept for coding agents in the vault; as the settings of this device say when absent. */
  readonly vaultSkills?: boolean;
  readonly by?: 'person' | 'schedule';
  /** `extractive` asks no model. */
  readonly curator?: 'model' | 'extractive';
}
