import { plural } from '../../base';
import { skillPowers } from '../../maintenance';
import {
  isManifestWeaker,
  isPolicyWeaker,
  manifestDifferences,
  policyDifferences,
  proseDifferences,
  standingRules,
  viewWeakenings,
  type Difference,
  type Lens,
} from '../../workspace';
import { type ApprovalMark } from './approval-marks';
import { type GoverningFile } from './governing-files';

interface SteeringChange {
  readonly differences: readonly Difference[];
  readonly mark: Exclude<ApprovalMark, 'hidden'>;
}

/** What a file that steers a model says that it did not say before. @param before `null` for a file that was not approved before */
export function describeSteering(file: GoverningFile, before: string | null): SteeringChange {
  switch (file.kind) {
    case 'manifest':
      return describeManifest(file, before);
    case 'policy':
      return describePolicy(file, before);
    case 'skill':
      return describeSkill(file, before);
    case 'guide':
    case 'named':
      return {
        differences: before === null ? outlineOf(file.text) : proseDifferences(before, file.text),
        mark: 'wording',
      };
  }
}

function describeManifest({ text, lens }: GoverningFile, before: string | null): SteeringChange {
  const weaker = lens === null || lens.isRoot ? [] : viewWeakenings(lens);
  if (before === null) {
    const differences = lens === null ? [plain('It cannot be read.')] : [...weaker, ...summaryOf(lens)];
    return { differences, mark: weaker.length > 0 ? 'weaker' : 'rules' };
  }
  const changed = manifestDifferences(before, text);
  const isChanged = (field: string): boolean => changed.some((each) => coversField(each.field, field));
  const told = weaker.filter(({ field }) => isChanged(field));
  const rest = changed.filter((each) => !told.some(({ field }) => field === each.field));
  const isWeaker = told.length > 0 || isManifestWeaker(before, text);
  return { differences: [...told, ...rest], mark: isWeaker ? 'weaker' : 'rules' };
}

const coversField = (changed: string, field: string): boolean => changed === field || field.startsWith(`${changed}.`);

/** What a manifest says at first sight, as far as it steers a model. */
function summaryOf({ isRoot, effective, chain }: Lens): readonly Difference[] {
  const { entityTypes, lints, curation, governance } = effective;
  const parent = chain[chain.length - 2];
  const facts = [
    isRoot || parent === undefined ? '' : `extends ${parent.path}`,
    plural(entityTypes.length, 'kind of page', 'kinds of pages'),
    plural(lints.length, 'lint rule'),
    curation.tone === undefined ? '' : `tone: ${curation.tone}`,
    `contradictions: ${curation.conflictResolution ?? 'defer'}`,
    governance === undefined ? '' : `policy: ${governance}`,
    ...(isRoot ? standingRules(effective).map((rule) => `instruction: ${rule}`) : []),
  ];
  return facts.filter((fact) => fact !== '').map(plain);
}

function describePolicy({ text, path }: GoverningFile, before: string | null): SteeringChange {
  if (before === null) return { differences: policyDifferences('', text, path), mark: 'rules' };
  return {
    differences: policyDifferences(before, text, path),
    mark: isPolicyWeaker(before, text, path) ? 'weaker' : 'rules',
  };
}

function describeSkill({ text, path }: GoverningFile, before: string | null): SteeringChange {
  const known = before === null ? [] : skillPowers(before);
  const powers = path.endsWith('/SKILL.md') ? skillPowers(text).filter((power) => !known.includes(power)) : [];
  const subject = before === null ? 'new skill wants' : 'the skill now wants';
  const told = powers.map((power) => plain(`${subject} to ${power}`));
  const wording = before === null ? outlineOf(text) : proseDifferences(before, text);
  return { differences: [...told, ...wording], mark: powers.length > 0 ? 'power' : 'wording' };
}

/** How long a text is, and its headings. */
function outlineOf(text: string): readonly Difference[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const headings = lines.flatMap((line) => /^#{1,3}\s+(.+)$/.exec(line)?.[1]?.trim() ?? []);
  const named = headings.slice(0, MAX_HEADINGS).map((heading) => `“${heading.slice(0, 60)}”`);
  const rest = headings.length - named.length;
  const about =
    named.length === 0 ? [] : [plain(`headings: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`)];
  return [plain(plural(lines.length, 'line')), ...about];
}

const MAX_HEADINGS = 6;

const plain = (message: string): Difference => ({ field: '', message });
