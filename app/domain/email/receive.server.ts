import {
  discardReceivedFiles,
  type ReceivedFile,
  receiveFile,
} from '~/domain/attachment/content.server';
import { MB } from '~/domain/attachment/size';
import { env } from '~/env.server';
import { DomainError } from '~/errors';
import { parseEmail } from './parse.server';
import type { ParsedEmail } from './parsed-email';

export async function receiveAndStore<Answer>(
  account: Parameters<typeof parseEmail>[0],
  bytes: AsyncIterable<Uint8Array>,
  store: (email: ParsedEmail) => Promise<Answer>,
): Promise<Answer> {
  return storeEmailFile(account, await receiveEmailFile(bytes), store);
}

/** Stores the bytes of an email as a temporary file, for `storeEmailFile`. Throws 413. */
export function receiveEmailFile(bytes: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
  return receiveFile(limitBytes(bytes));
}

export async function storeEmailFile<Answer>(
  account: Parameters<typeof parseEmail>[0],
  message: ReceivedFile,
  store: (email: ParsedEmail) => Promise<Answer>,
): Promise<Answer> {
  const received = [message];
  try {
    const email = await parseEmail(account, message);
    received.push(...email.files);
    return await store(email);
  } finally {
    discardReceivedFiles(received);
  }
}

async function* limitBytes(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > env.MAX_EMAIL_MB * MB) throw emailTooLarge();
    yield chunk;
  }
}

export function emailTooLarge(): DomainError {
  return new DomainError('tooLarge', {
    message: `An email can have at most ${env.MAX_EMAIL_MB} MB.`,
  });
}
