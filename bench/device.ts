import { type Workbench } from '../src/workbench';

type Device = NonNullable<Parameters<typeof Workbench.open>[0]['device']>;

/** A device that keeps what it is given in memory. */
export function benchDevice(): Device {
  let approvals: string | null = null;
  return {
    secret: () => 'ab'.repeat(32),
    knowsWiki: () => true,
    rememberWiki: () => undefined,
    knowsConfirmations: () => true,
    approvals: () => approvals,
    saveApprovals: (text) => {
      approvals = text;
      return true;
    },
    person: () => '',
  };
}
