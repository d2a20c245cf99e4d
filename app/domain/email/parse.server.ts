import type { Viewer } from '~/domain/access';
import { activeUploads, type ReceivedFile } from '~/domain/attachment/content.server';
import { invalid } from '~/errors';
import { ChildLimitError, runChild } from '~/jobs/threads/child.server';
import type { ParseEmail } from './parsed-email';

type Account = Pick<Viewer, 'id'>;

const PARSE_LIMITS = { deadlineMs: 10_000, heapMb: 128 };

/**
 * Parses a received email in a child process. The caller discards its files. Throws 400 if it is no
 * email, or takes too much time or memory, and 503 if too many wait.
 */
export async function parseEmail(account: Account, message: ReceivedFile) {
  const parsed = await runParser(account, message);
  if ('problem' in parsed) throw invalid([{ path: 'message', message: parsed.problem }]);
  for (const file of parsed.files) activeUploads.add(file.path);
  return parsed;
}

/** Each attempt leaves out what may take minutes: patterns of quotations, then tables in tables. */
const ATTEMPTS = [
  { splitsText: true, convertsHtml: true },
  { splitsText: false, convertsHtml: true },
  { splitsText: false, convertsHtml: false },
];

async function runParser(account: Account, { path, sha256 }: ReceivedFile) {
  const options = { account: account.id, ...PARSE_LIMITS };
  for (const attempt of ATTEMPTS) {
    try {
      const job = { path, sha256, ...attempt };
      return await runChild<ParseEmail>('parseEmail', job, () => Promise.resolve(), options);
    } catch (error) {
      if (!(error instanceof ChildLimitError)) throw error;
    }
  }
  return { problem: 'This email is too complicated to read. Nothing was saved.' };
}
