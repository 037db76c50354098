import { clip, isoTime, plural } from '../../base';
import { type Verdict } from '../../maintenance';
import { type ToolStep } from '../../model';
import { type Snapshot } from '../../wiki';
import { type Finding, type IngestResult, type LintResult } from '../types';
import { type FoundSkill } from './find-skills';
import { type MaintainRequest } from './request';
import { type OpenGate } from './open-gate';
import { type RunReport } from './run-report';

/** What a skill that ran to its end made. */
export interface SkillOutcome {
  /** What the model says it did. */
  readonly said: string;
  readonly verdict: Verdict | null;
  readonly changes: RunReport['changes'];
  readonly dropped: readonly string[];
  readonly notes: readonly string[];
  /** Ids; `null` for a dry run, and where nothing changed. */
  readonly proposal: string | null;
  readonly transaction: string | null;
}

/** Steps that a report keeps, so that it stays small. */
const MAX_STEPS = 100;

/** The report of a run while it goes on. */
export class ReportDraft {
  readonly notes: string[] = [];
  readonly usage: RunReport['usage'] = [];
  readonly #request: MaintainRequest;
  readonly #gate: OpenGate | null;
  readonly #found: FoundSkill;
  readonly #started: number;
  readonly #total: NonNullable<RunReport['total']>;
  readonly #proposals: string[] = [];
  readonly #transactions: string[] = [];
  #findings: Record<string, number> = {};
  /** Of a run that ended well. */
  #outcome: SkillOutcome | null = null;
  readonly #refused: RunReport['refused'] = [];
  readonly #steps: NonNullable<RunReport['steps']> = [];
  /** Paths of the wiki. */
  read: ReadonlySet<string> = new Set();
  /** What code found, for a run that asked no model. */
  work: readonly string[] = [];

  /** @param snapshot the wiki before the run */
  constructor(request: MaintainRequest, gate: OpenGate | null, found: FoundSkill, started: number, snapshot: Snapshot) {
    this.#request = request;
    this.#total = { pages: snapshot.pages.size, sources: snapshot.sources.size };
    this.#gate = gate;
    this.#found = found;
    this.#started = started;
    if (found.skill.hidden > 0)
      this.notes.push(`${plural(found.skill.hidden, 'hidden character')} in the skill left out.`);
  }

  addIngest({ proposals, failed }: IngestResult): void {
    this.#proposals.push(...proposals.map(({ id }) => id));
    if (proposals.length > 0)
      this.notes.push(`${plural(proposals.length, 'source')} read; the changes wait for review.`);
    this.notes.push(...failed.map(({ path, message }) => `${path}: ${message}`));
  }

  /** @returns the problems that are left */
  addLint({ findings, proposal, further }: LintResult): readonly Finding[] {
    for (const { check } of findings) this.#findings[check] = (this.#findings[check] ?? 0) + 1;
    for (const each of [...(proposal === null ? [] : [proposal]), ...further]) {
      if (each.transaction === null) this.#proposals.push(each.id);
      else this.#transactions.push(each.transaction);
    }
    return findings.filter(({ fixable }) => !fixable);
  }

  /** What a tool was asked for and refused counts also when the run fails. */
  addStep({ ok, name, arguments: input, result }: ToolStep): void {
    const step = { tool: clip(name, 80), input: clip(input, 300) };
    if (this.#steps.length < MAX_STEPS) this.#steps.push({ ...step, ok, result: clip(result, 300) });
    if (!ok) this.#refused.push({ ...step, message: clip(result, 500) });
  }

  addOutcome(outcome: SkillOutcome): void {
    this.#outcome = outcome;
    this.notes.push(...outcome.notes);
    if (outcome.proposal !== null) this.#proposals.push(outcome.proposal);
    if (outcome.transaction !== null) this.#transactions.push(outcome.transaction);
  }

  #result(outcome: SkillOutcome | null): RunReport['outcome'] {
    if (this.#transactions.length > 0) return 'applied';
    return this.#proposals.length > 0 || (outcome?.changes.length ?? 0) > 0 ? 'proposed' : 'nothing';
  }

  /** @param failed `null` for a run that ended well @param now milliseconds since the epoch */
  done(failed: 'failed' | null, now: number): Omit<RunReport, 'version' | 'id'> {
    const { skill } = this.#found;
    const { dryRun, by = 'person' } = this.#request;
    const outcome = failed === null ? this.#outcome : null;
    const verdict: Verdict | null = outcome?.verdict ?? null;
    return {
      ...{ skill: skill.name, title: skill.title, by },
      at: isoTime(this.#started),
      seconds: Math.round((now - this.#started) / 1000),
      mode: dryRun === true ? 'dry-run' : (this.#gate?.kind ?? 'proposes'),
      outcome: failed ?? this.#result(outcome),
      notes: [...this.notes, ...this.work],
      said: outcome?.said ?? '',
      read: [...this.read],
      total: this.#total,
      ...(this.#steps.length > 0 && { steps: this.#steps }),
      changes: [...(outcome?.changes ?? [])],
      dropped: [...(outcome?.dropped ?? [])],
      refused: this.#refused,
      checks: [...(verdict?.checks ?? [])],
      passed: verdict?.passed ?? null,
      usage: this.usage,
      findings: this.#findings,
      proposals: this.#proposals,
      transactions: this.#transactions,
    };
  }
}
