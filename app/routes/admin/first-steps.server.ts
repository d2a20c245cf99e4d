import type { Viewer } from '~/domain/access';
import { hasSecondFactor } from '~/domain/second-factor/get.server';
import { hasOpenFirstSteps } from '~/domain/user/first-steps.server';
import { env } from '~/env.server';
import { findNewestBackupState } from '~/jobs/backups.server';
import type { AdminFigures } from '~/ui/admin/user-view.server';

export async function loadFirstSteps(viewer: Viewer, figures: AdminFigures) {
  if (!(await hasOpenFirstSteps(viewer))) return undefined;
  const steps = [
    {
      to: '/account',
      label: 'Enter your name',
      why: 'Colleagues see it instead of your email address.',
      isDone: Boolean(viewer.firstName ?? viewer.lastName),
    },
    {
      to: '/account/two-factor',
      label: 'Set up two-step login',
      why: 'Administrators can see everything, so a password alone is not enough.',
      isDone: await hasSecondFactor(viewer.id),
    },
    {
      to: '/admin?add',
      label: 'Add your colleagues',
      why: 'Or let them sign up, and approve them here.',
      isDone: figures.users > 1,
    },
    {
      to: '/import',
      label: 'Import your deals',
      why: 'From your existing spreadsheet.',
      isDone: figures.deals > 0,
    },
    {
      to: '/admin/system#backups',
      label: 'Make a backup',
      why: 'Set BACKUP_DIR to have the server make them every day.',
      isDone: env.BACKUP_DIR !== undefined || findNewestBackupState() !== undefined,
    },
  ];
  return steps.every(({ isDone }) => isDone) ? undefined : steps;
}
export type FirstStep = NonNullable<Awaited<ReturnType<typeof loadFirstSteps>>>[number];
