/** The header of the column with it. */
export const REFERENCE_LABEL = 'Reference';

/** What a row of an export is about, and which changes had been made when it was exported. */
export interface Reference {
  id: number;
  /** When the deal was created: an id of another installation matches nothing. In ms. */
  createdAt: number;
  moment: HistoryMoment;
}

/** The latest change of all when a file was exported; 0 and 0 if there was none. */
export interface HistoryMoment {
  change: number;
  /** The last digits of its time: after a restore from a backup, ids are given again. */
  time: number;
}

/** About half an hour in ms, four digits. */
const MOMENT_RANGE_MS = 36 ** 4;
const REFERENCE_PATTERN = /^D([1-9]\d{0,14})-([0-9a-z]{1,9})-([0-9a-z]{1,9})-([0-9a-z]{1,4})$/i;

export function toHistoryMoment(latest: { id: number; at: Date } | undefined): HistoryMoment {
  return { change: latest?.id ?? 0, time: (latest?.at.getTime() ?? 0) % MOMENT_RANGE_MS };
}

/** Such as 'D123-mfx2k9qa-4d2-x8k1': short, and not a number or a formula in any program. */
export function formatReference(
  { id, createdAt }: { id: number; createdAt: Date },
  { change, time }: HistoryMoment,
): string {
  const parts = [createdAt.getTime(), change, time].map((part) => part.toString(36));
  return [`D${id}`, ...parts].join('-');
}

/** Undefined unless the text is a reference. */
export function parseReference(text: string): Reference | undefined {
  const [, id, ...rest] = REFERENCE_PATTERN.exec(text.trim()) ?? [];
  if (!id) return undefined;
  const [createdAt, change, time] = rest.map((part) => Number.parseInt(part, 36));
  return { id: Number(id), createdAt: createdAt!, moment: { change: change!, time: time! } };
}
