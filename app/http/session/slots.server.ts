import type { Viewer } from '~/domain/access';
import { tooBusy, tooMany } from '~/errors';
import type { RequestArgs } from '~/http/responses/stream.server';

export type Account = Pick<Viewer, 'id'>;

/** How many of a kind of work run simultaneously, and what is answered beyond that. */
interface SlotLimits {
  /** For one account: 429. */
  perAccount: [most: number, answer: string];
  /** For all together: 503. */
  total: [most: number, answer: string];
}

/** Returns what takes a place for an account, and what that gives back ends it. Throws 429 and 503. */
function createSlots({ perAccount, total }: SlotLimits): (account: Account) => () => void {
  const holders: string[] = [];
  return ({ id }) => {
    if (holders.filter((holder) => holder === id).length >= perAccount[0])
      throw tooMany(perAccount[1], 5);
    if (holders.length >= total[0]) throw tooBusy(total[1]);
    holders.push(id);
    return () => void holders.splice(holders.indexOf(id), 1);
  };
}

/** An unread export takes up to half a megabyte. */
const acquireExportSlot = createSlots({
  perAccount: [
    2,
    'Too many requests: two of your exports are running. Please wait for one to end.',
  ],
  total: [100, 'Too many exports are running right now.'],
});

/** An upload of files holds a few pieces of 64 KB, and as long as its client likes. */
export const acquireUploadSlot = createSlots({
  perAccount: [6, 'Six uploads of yours are being received. Please wait for one to end.'],
  total: [60, 'Too many files are being received right now.'],
});

/** An import holds a file of up to 10 MB. */
export const acquireImportSlot = createSlots({
  perAccount: [1, 'Another file or table of yours is still being read. Please wait for it to end.'],
  total: [8, 'Too many imports are running right now.'],
});

/**
 * Counts an export until its response is over. Throws 429 for a third simultaneous one of an
 * account, and 503 if too many are running.
 */
export function holdExportSlot({ request, context }: RequestArgs, viewer: Account): void {
  if (request.method === 'HEAD' || !context.closed) return;
  void context.closed.then(acquireExportSlot(viewer));
}
