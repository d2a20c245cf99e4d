import type { Viewer } from '~/domain/access';
import {
  assertDiskSpace,
  discardReceivedFiles,
  type ReceivedFile,
} from '~/domain/attachment/content.server';
import { sanitizeFileName } from '~/domain/attachment/file-name';
import { MB } from '~/domain/attachment/size';
import { type AddedEmail, addEmail } from '~/domain/email/add.server';
import type { ParsedEmail } from '~/domain/email/parsed-email';
import {
  emailTooLarge,
  receiveAndStore,
  receiveEmailFile,
  storeEmailFile,
} from '~/domain/email/receive.server';
import { env } from '~/env.server';
import { badRequest } from '~/errors';
import { assertMediaType, MULTIPART_TYPE } from '~/http/request/body.server';
import { acquireUploadSlot } from '~/http/session/slots.server';
import type { Result } from '~/result';
import { catchDomainError } from '~/result.server';
import { readMultipart } from './multipart.server';

export const EMAIL_TYPE = 'message/rfc822';
const MAX_EMAILS_PER_FORM = 20;

export async function receiveEmail<Answer>(
  request: Request,
  viewer: Viewer,
  store: (email: ParsedEmail) => Promise<Answer>,
): Promise<Answer> {
  assertMediaType(request, EMAIL_TYPE);
  const { body } = request;
  if (!body) throw badRequest('Please send an email.');
  return withUploadSlot(request, viewer, () => receiveAndStore(viewer, body, store));
}

interface ReceivedEmails {
  added: AddedEmail[];
  problems: string[];
}

export async function receiveEmailForm(
  request: Request,
  viewer: Viewer,
  dealId: number,
): Promise<ReceivedEmails> {
  assertMediaType(request, MULTIPART_TYPE);
  return withUploadSlot(request, viewer, async () => {
    const received: ReceivedEmail[] = [];
    try {
      await receiveEmailParts(request, received);
      return await addReceivedEmails(viewer, dealId, received);
    } finally {
      discardReceivedFiles(received.flatMap(({ file }) => (file.ok ? [file.value] : [])));
    }
  });
}

interface ReceivedEmail {
  name: string;
  file: Result<ReceivedFile>;
}

/** Receives the whole form into `received` before anything is added. */
async function receiveEmailParts(request: Request, received: ReceivedEmail[]): Promise<void> {
  const maxBytes = MAX_EMAILS_PER_FORM * env.MAX_EMAIL_MB * MB;
  for await (const part of readMultipart(request, { maxBytes, createError: emailTooLarge })) {
    if (part.name !== 'file' || !part.filename) continue;
    if (received.length === MAX_EMAILS_PER_FORM)
      throw badRequest(`Please add at most ${MAX_EMAILS_PER_FORM} emails at once. None was added.`);
    const file = await catchDomainError(() => receiveEmailFile(part.bytes));
    received.push({ name: sanitizeFileName(part.filename), file });
  }
  if (!received.length) throw badRequest('Please choose an email (.eml).');
}

async function addReceivedEmails(
  viewer: Viewer,
  dealId: number,
  received: ReceivedEmail[],
): Promise<ReceivedEmails> {
  const added: AddedEmail[] = [];
  const problems: string[] = [];
  for (const { name, file } of received) {
    const stored = file.ok
      ? await catchDomainError(() =>
          storeEmailFile(viewer, file.value, (email) => addEmail(viewer, dealId, email)),
        )
      : file;
    if (stored.ok) added.push(stored.value);
    else problems.push(`${name}: ${stored.error.reason}`);
  }
  return { added, problems };
}

async function withUploadSlot<Answer>(
  request: Request,
  viewer: Viewer,
  receive: () => Promise<Answer>,
): Promise<Answer> {
  const release = acquireUploadSlot(viewer);
  try {
    await assertDiskSpace(2 * Number(request.headers.get('content-length') ?? 0));
    return await receive();
  } finally {
    release();
  }
}
