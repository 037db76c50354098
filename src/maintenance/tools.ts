import { type Tool } from '../model';
import { readingSpecs, type ToolPorts } from './reading-tools';
import { toTool, type ToolSpec } from './tool-spec';
import { writingSpecs } from './writing-tools';

/** The tools of a skill. @param canWrite `false` for the reviewer */
export function fileTools(ports: ToolPorts, canWrite: boolean): readonly Tool[] {
  return Object.entries(specs(ports))
    .filter(([, { writes }]) => canWrite || writes !== true)
    .map(([name, spec]) => toTool(name, spec));
}

function specs(ports: ToolPorts): Readonly<Record<string, ToolSpec>> {
  return { ...readingSpecs(ports), ...writingSpecs(ports) };
}
