import type { Viewer } from '~/domain/access';
import { tooBusy, tooMany } from '~/errors';
import type { RequestArgs } from '~/http/responses/stream.server';

export type Account = Pick<Viewer, 'id'>;

interface SlotLimits {
  /** Answered with 429. */
  perAccount: [max: number, message: string];
  /** Answered with 503. */
  total: [max: number, message: string];
}

function createSlots({ perAccount, total }: SlotLimits): (account: Account) => () => void {
  const holders: string[] = [];
  return ({ id }) => {
    if (holders.filter((holder) => holder === id).length >= perAccount[0])
      throw tooMany(perAccount[1], 5);
    if (holders.length >= total[0]) throw tooBusy(total[1]);
    holders.push(id);
    return () => {
      holders.splice(holders.indexOf(id), 1);
    };
  };
}

const acquireExportSlot = createSlots({
  perAccount: [
    2,
    'Too many requests: two of your exports are running. Please wait until one has finished.',
  ],
  total: [100, 'Too many exports are running right now.'],
});

export const acquireUploadSlot = createSlots({
  perAccount: [6, 'You already have six uploads in progress. Please wait until one has finished.'],
  total: [60, 'Too many files are being received right now.'],
});

/** Counts pitches by network; one is received for ten minutes at most. */
export const acquirePitchSlot = createSlots({
  perAccount: [3, 'Other pitches from your network are being received. Please try again soon.'],
  total: [40, 'Too many pitches are being received right now. Please try again soon.'],
});

export const acquireImportSlot = createSlots({
  perAccount: [
    1,
    'Your previous file or table is still being read. Please wait until it has finished.',
  ],
  total: [8, 'Too many imports are running right now.'],
});

/**
 * Counts an export until its response ends. Throws 429 for the account's third, and 503 if too many
 * run.
 */
export function holdExportSlot({ request, context }: RequestArgs, viewer: Account): void {
  if (request.method === 'HEAD' || !context.closed) return;
  void context.closed.then(acquireExportSlot(viewer));
}
