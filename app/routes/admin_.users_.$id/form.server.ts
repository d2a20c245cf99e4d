import type { Viewer } from '~/domain/access';
import { setUserDisabled } from '~/domain/operations/disable-user.server';
import { resetSecondFactor } from '~/domain/second-factor/reset.server';

interface AccountChange {
  name: string;
  run: (viewer: Viewer, id: string) => Promise<unknown>;
  done: string;
}

export const ACCOUNT_CHANGES: AccountChange[] = [
  {
    name: 'disable',
    run: (viewer, id) => setUserDisabled(viewer, id, true),
    done: 'Account disabled',
  },
  {
    name: 'enable',
    run: (viewer, id) => setUserDisabled(viewer, id, false),
    done: 'Account enabled',
  },
  { name: 'reset-second-factor', run: resetSecondFactor, done: 'Two-step login reset' },
];
