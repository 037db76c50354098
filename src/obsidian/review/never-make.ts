import { decideNames, type Workbench } from '../../workbench';

/** Records that a name gets no page, for all sources. */
export const neverMake = (workbench: Workbench, name: string): Promise<unknown> =>
  decideNames(workbench, [{ kind: 'never', name }]);
