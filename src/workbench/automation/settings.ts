import * as z from 'zod/mini';
import { once } from '../../base';
import { GATES, type Gate, type Skill } from '../../maintenance';

/** When a skill runs by itself. */
export interface SkillSchedule {
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  readonly cron: string;
  /** IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string;
  /** Whether a run that was missed while no program was open is made up for at the next start. */
  readonly onStart: boolean;
  /** When a person set it, in milliseconds since the epoch. Nothing before that was missed. */
  readonly since: number;
}

/** What a skill may write without a person. */
export interface SkillGate {
  readonly kind: Gate;
  /** The most lines, added and removed. */
  readonly lines: number;
  /** The skill that the person meant: one of the same name from elsewhere does not inherit the permission. */
  readonly origin: Skill['origin'];
  /** Hash of its text; `null` for a built-in skill, which changes with the program only. */
  readonly text: string | null;
}

export interface SkillAutomation {
  readonly schedule?: SkillSchedule | undefined;
  readonly gate?: SkillGate | undefined;
}

/**
 * What a person lets happen by itself in one wiki. Kept on the device and outside the vault, so that a vault that comes from a
 * stranger, or through sync, brings none along.
 */
export interface AutomationSettings {
  /** Whether skills that are kept for coding agents in the vault may be run. */
  readonly vaultSkills: boolean;
  /** By name of the skill. */
  readonly skills: Readonly<Record<string, SkillAutomation>>;
  /** When stale Knowledge Units are deliberated again; never when absent. */
  readonly staleUnits?: StaleUnitsAutomation | undefined;
}

/** The models that a person chose, because each run costs. */
export interface StaleUnitsAutomation {
  readonly schedule: SkillSchedule;
  readonly models: readonly string[];
  /** The most units of one run. */
  readonly most: number;
  /** The most money for one unit; the limit of one job when absent. */
  readonly money?: number | undefined;
}

export const NO_AUTOMATION: AutomationSettings = { vaultSkills: false, skills: {} };

/** More units than this in one run are a bill that a person should see. */
export const MAX_STALE_UNITS = 50;

/** More lines than this are a rewrite, which a person should see. */
export const MAX_GATE_LINES = 500;

const schedule = () =>
  z.object({
    cron: z.string().check(z.maxLength(100)),
    timeZone: z.string().check(z.maxLength(80)),
    onStart: z.boolean(),
    since: z.number(),
  });

const settings = once(() =>
  z.object({
    vaultSkills: z.boolean(),
    skills: z.record(
      z.string().check(z.maxLength(80)),
      z.object({
        schedule: z.optional(schedule()),
        gate: z.optional(
          z.object({
            kind: z.enum(GATES),
            lines: z.int().check(z.positive(), z.lte(MAX_GATE_LINES)),
            origin: z.enum(['built-in', 'wiki', 'vault']),
            text: z.nullable(z.string().check(z.maxLength(100))),
          }),
        ),
      }),
    ),
    staleUnits: z.optional(
      z.object({
        schedule: schedule(),
        models: z.array(z.string().check(z.maxLength(2_000))).check(z.minLength(1), z.maxLength(20)),
        most: z.int().check(z.positive(), z.lte(MAX_STALE_UNITS)),
        money: z.optional(z.number().check(z.nonnegative())),
      }),
    ),
  }),
);

/** Settings as they were stored; `null` for what is none. */
export function readAutomation(value: unknown): AutomationSettings | null {
  return settings().safeParse(value).data ?? null;
}

/** The settings with those of one skill changed; `undefined` removes one. */
export function withSkill(all: AutomationSettings, name: string, change: SkillAutomation): AutomationSettings {
  const { [name]: before, ...others } = all.skills;
  const { schedule, gate } = { ...before, ...change };
  const now: SkillAutomation = { ...(schedule && { schedule }), ...(gate && { gate }) };
  return { ...all, skills: Object.keys(now).length === 0 ? others : { ...others, [name]: now } };
}
