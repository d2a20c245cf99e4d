import type { LoaderFunctionArgs } from '@remix-run/node';
import { getAdminStats } from '~/domain/user/admin-stats.server';
import { formatDateTime } from '~/format/date';
import type { Locale } from '~/format/locale';
import { readLocale } from '~/http/session/appearance.server';
import { requireAdmin } from '~/http/session/guards.server';
import { getSystemStatus } from '~/jobs/system-status.server';
import {
  formatBytes,
  formatCheckResult,
  formatDuration,
  formatFetchError,
  formatInboxEmails,
  formatStandbyStatus,
  type SystemStatus,
} from './format.server';
import { FREE_SPACE_LABEL } from './labels';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request);
  const system = await getSystemStatus(viewer);
  const locale = readLocale(request);
  const { last, isScheduled, every, failure, runningSince, all } = system.backup;
  return {
    figures: await getAdminStats(viewer),
    facts: [
      ['Version', `${system.version}, Node ${system.node}`],
      ['Running since', formatDateTime(system.startedAt, locale)],
      ['Memory', formatBytes(system.memory)],
      ['Database', formatBytes(system.database)],
      ['Write-ahead log', formatBytes(system.writeAheadLog)],
      [FREE_SPACE_LABEL, formatBytes(system.free)],
      ['Database check', formatCheckResult(system.check, locale)],
      [
        'Last backup',
        last
          ? `${formatDateTime(last.at, locale)}, ${formatBytes(last.bytes)}, ${last.verifiedAt ? `verified ${formatDateTime(last.verifiedAt, locale)}` : 'verified when it was made'}`
          : 'None yet',
      ],
      [
        'Backups',
        isScheduled ? `Every ${formatDuration(every)}` : 'Manual; set BACKUP_DIR to schedule them',
      ],
      ['Standby', formatStandbyStatus(system.standby, locale)],
      ['Emails for the inbox', formatInboxEmails(system.inboxEmails, locale)],
      ...(system.inboxEmails
        ? ([['Last error of the mailbox', formatFetchError(system.inboxEmails, locale)]] as const)
        : []),
    ] as const,
    isDiskLow: system.isDiskLow,
    isForwarded: system.isForwarded,
    damage: system.check?.problem,
    standbyProblem: system.standby?.problem,
    mailboxProblem: system.inboxEmails?.isFailing && system.inboxEmails.lastError?.reason,
    failedBackup: failure && `${formatDateTime(failure.at, locale)}: ${failure.reason}`,
    backups: all.map((backup) => [
      formatDateTime(backup.at, locale) + (backup.isBeforeUpgrade ? ', before an upgrade' : ''),
      formatBytes(backup.bytes),
      describeVerification(backup, locale),
    ]),
    backupRunningSince: runningSince && formatDateTime(runningSince, locale),
    isOverdue: isScheduled && (!last || Date.now() - last.at.getTime() > 2 * every),
    routes: system.routes,
    errors: system.errors.map(({ at, message, id, times }) => ({
      at: formatDateTime(at, locale),
      message: times > 1 ? `${message} (${times} times)` : message,
      id: id ?? '',
    })),
  };
}

function describeVerification(
  { isReadable, verifiedAt }: SystemStatus['backup']['all'][number],
  locale: Locale,
) {
  if (!isReadable) return 'No, it cannot be opened';
  return verifiedAt ? formatDateTime(verifiedAt, locale) : 'When it was made';
}
