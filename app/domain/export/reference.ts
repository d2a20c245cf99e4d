export const REFERENCE_LABEL = 'Reference';

export interface Reference {
  id: number;
  /** Creation time in ms, so that ids of another installation match nothing. */
  createdAt: number;
  moment: HistoryMoment;
}

/** Latest change at the time of an export; 0 and 0 if there was none. */
export interface HistoryMoment {
  change: number;
  /** Last digits of its time in ms, since ids are reused after a restore from a backup. */
  time: number;
}

const MOMENT_RANGE_MS = 36 ** 4;
const REFERENCE_PATTERN = /^D([1-9]\d{0,14})-([0-9a-z]{1,9})-([0-9a-z]{1,9})-([0-9a-z]{1,4})$/i;

export function toHistoryMoment(latest: { id: number; at: Date } | undefined): HistoryMoment {
  return { change: latest?.id ?? 0, time: (latest?.at.getTime() ?? 0) % MOMENT_RANGE_MS };
}

/** Formats as 'D123-mfx2k9qa-4d2-x8k1', which no program takes for a number or a formula. */
export function formatReference(
  { id, createdAt }: { id: number; createdAt: Date },
  { change, time }: HistoryMoment,
): string {
  const parts = [createdAt.getTime(), change, time].map((part) => part.toString(36));
  return [`D${id}`, ...parts].join('-');
}

export function parseReference(text: string): Reference | undefined {
  const [, id, ...rest] = REFERENCE_PATTERN.exec(text.trim()) ?? [];
  if (!id) return undefined;
  const [createdAt, change, time] = rest.map((part) => Number.parseInt(part, 36));
  return { id: Number(id), createdAt: createdAt!, moment: { change: change!, time: time! } };
}
