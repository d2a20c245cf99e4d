import type { StageDuration } from '~/domain/stage/history';
import { formatCount } from '~/domain/text/text';

/** Formats as 'Screening for 5 days (New before)'; the whole way is in the history. */
export function formatStageHistory(durations: StageDuration[]): string {
  const [previous, current] = durations.slice(-2);
  if (!current) return previous ? formatStageDuration(previous) : '';
  return `${formatStageDuration(current)} (${previous!.stage} before)`;
}

function formatStageDuration({ stage, days }: StageDuration): string {
  return days ? `${stage} for ${formatCount(days, 'day')}` : `${stage} today`;
}
