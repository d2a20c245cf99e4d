import { formatCount, formatNumber } from '~/domain/text/text';
import { formatDateTime } from '~/format/date';
import type { Locale } from '~/format/locale';
import { getSystemStatus } from '~/jobs/system-status.server';

const MEGABYTE_BYTES = 1_000_000;
const GIGABYTE_BYTES = 1_000_000_000;

const MINUTE_MS = 60_000;

const HOUR_MS = 60 * MINUTE_MS;

export type SystemStatus = Awaited<ReturnType<typeof getSystemStatus>>;

export function formatCheckResult(check: SystemStatus['check'], locale: Locale): string {
  if (!check) return 'Running';
  return `${check.problem ? 'Damaged' : 'Sound'}, ${formatDateTime(check.at, locale)}`;
}

export function formatStandbyStatus(standby: SystemStatus['standby'], locale: Locale): string {
  if (!standby) return 'None; set STANDBY_DIR to have one';
  const { syncedAt, waiting, problem } = standby;
  const state = problem ? 'Not up to date since' : 'Up to date';
  const last = syncedAt ? `${state} ${formatDateTime(syncedAt, locale)}` : 'Not up to date yet';
  return waiting ? `${last}; ${formatNumber(waiting)} contents wait` : last;
}

export function formatInboxEmails(emails: SystemStatus['inboxEmails'], locale: Locale): string {
  if (!emails) return 'Not fetched; set IMAP_URL to fetch them';
  const { fetchedAt, unreadable } = emails;
  const last = fetchedAt ? `Last fetched ${formatDateTime(fetchedAt, locale)}` : 'Not fetched yet';
  if (!unreadable) return last;
  return `${last}; ${formatCount(unreadable, 'email')} could not be read and ${unreadable === 1 ? 'stays' : 'stay'} in the folder`;
}

export function formatFetchError(emails: SystemStatus['inboxEmails'], locale: Locale): string {
  const { lastError } = emails ?? {};
  return lastError ? `${formatDateTime(lastError.at, locale)}: ${lastError.reason}` : 'None';
}

export function formatBytes(bytes: number): string {
  if (bytes < MEGABYTE_BYTES) return `${Math.ceil(bytes / 1000)} KB`;
  if (bytes >= GIGABYTE_BYTES)
    return `${(bytes / GIGABYTE_BYTES).toLocaleString('en', { maximumFractionDigits: 1 })} GB`;
  const maximumFractionDigits = bytes < 10 * MEGABYTE_BYTES ? 1 : 0;
  return `${(bytes / MEGABYTE_BYTES).toLocaleString('en', { maximumFractionDigits })} MB`;
}

export function formatDuration(ms: number): string {
  return ms % HOUR_MS ? `${ms / MINUTE_MS} min` : `${ms / HOUR_MS} h`;
}
