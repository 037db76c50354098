/**
 * maintenance: producer: runs a skill, that is instructions in Markdown, with a model that works on an overlay of a wiki. What it
 * would change is the proposal. A second conversation, which cannot write, reviews it.
 *
 * Promises: nothing is written but memory. Every path of a tool goes through one resolver, with the wiki, a scoped state folder
 * and the skill's own files as the only roots. A run that fails, or hits a bound, has no result. What may be applied without a
 * person is decided by code alone, and never includes dropped statements, sentences without a source or quotes that were not found.
 */
export { changesOf } from './account';
export { BUILT_IN_SKILLS } from './built-in';
export { promptOf, runSkill, type CaretakerResult } from './caretaker';
export { GATES, MAX_LINES, passingHunks, sizeOf, type Gate } from './gate';
export { reviewRun, type ReviewCheck, type Verdict } from './reviewer';
export { Sandbox } from './sandbox';
export { type ToolPorts } from './reading-tools';
export { parseSkill, skillMissing, type Skill } from './skill';
export { skillPowers } from './skill-powers';
export { workFor, type WorkItem } from './work';
