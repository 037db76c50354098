import { setTimeout as sleep } from 'node:timers/promises';
import { filesOf, git } from '../test/support/git';
import { type Team } from '../test/support/team';
import { type TeamRepository } from '../test/support/team-repository';
import { numbers } from './generate';

/** The page that a person writes in. */
export const NOTES = 'concepts/notes-of-a-person.md';

export const NOTES_PAGE = `---
schema: knowledge/v1
slug: notes-of-a-person
kind: concept
title: Notes of a person
created_at: 2026-11-01T08:00:00Z
updated_at: 2026-11-01T08:00:00Z
---

# Notes of a person

A person writes here while others work.
`;

/** Somebody who works in a clone of a wiki. */
export class Person {
  readonly wiki: string;
  /** How many were pushed. */
  commits = 0;
  readonly #repository: TeamRepository;
  readonly #heads: string[] = [];
  readonly #problems: string[] = [];
  readonly #next: () => number;
  #lost = 0;

  constructor(wiki: string, repository: TeamRepository, seed: number) {
    this.wiki = wiki;
    this.#repository = repository;
    this.#next = numbers(seed);
  }

  /** Pushes a line of a page again and again. */
  async writeUntil(signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) {
        this.#repository.append(NOTES, lineOf(this.commits));
        const { commit, lost } = await this.#repository.share(`Note ${this.commits}`);
        this.commits += 1;
        this.#lost += lost;
        this.#heads.push(commit);
        await sleep(1_000 + this.#next() * 4_000);
      }
    } catch (error) {
      this.#problems.push(`${this.wiki}: ${String(error)}`);
    }
  }

  /** How often this person, and the server, came second. What the server committed and could not push, no branch holds. */
  lostRaces(team: Team): { readonly person: number; readonly server: number } {
    const copy = `${team.folderOf(this.wiki)}/../repository`;
    const left = git(copy, 'fsck', '--unreachable', '--no-reflogs', '--no-progress');
    return { person: this.#lost, server: left.match(/^unreachable commit /gm)?.length ?? 0 };
  }

  /** What of this person's work is missing, and whether everybody has the same. */
  check(team: Team): readonly string[] {
    const { wiki } = this;
    const clone = team.scratch(`clone-${wiki}`);
    this.#repository.clone(clone);
    const [cloned, served] = [filesOf(clone), filesOf(team.folderOf(wiki))];
    const differ = [...new Set([...Object.keys(cloned), ...Object.keys(served)])].filter(
      (name) => cloned[name] !== served[name],
    );
    const gone = this.#heads.filter((head) => !isIn(clone, head)).length;
    const written = Array.from(
      { length: this.commits },
      (_, at) => (cloned[NOTES] ?? '').split(`\n${lineOf(at)}\n`).length,
    );
    const { failures } = team.verify(wiki, clone);
    return [
      ...this.#problems,
      ...differ.map((name) => `${wiki} ${name}: the clone and the server differ`),
      ...(gone === 0 ? [] : [`${wiki}: ${gone} commits of a person are gone`]),
      ...written.flatMap((parts, at) =>
        parts === 2 ? [] : [`${wiki}: line ${at} of a person is there ${parts - 1} times`],
      ),
      ...failures.map((each) => `a clone of ${wiki}: ${JSON.stringify(each)}`),
      ...[this.#repository.fsck()].filter((said) => said !== '').map((said) => `${wiki}: git fsck: ${said}`),
      ...(this.lostRaces(team).server > 0 ? [] : [`${wiki}: the server lost no race, so that was not tried`]),
    ];
  }
}

const lineOf = (at: number): string => `Line ${at} of a person.`;

/** Whether the branch that was cloned holds a commit. */
function isIn(clone: string, commit: string): boolean {
  try {
    git(clone, 'merge-base', '--is-ancestor', commit, 'HEAD');
    return true;
  } catch {
    return false;
  }
}
