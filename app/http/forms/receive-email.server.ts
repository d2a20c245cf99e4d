import type { Viewer } from '~/domain/access';
import { assertDiskSpace } from '~/domain/attachment/content.server';
import { sanitizeFileName } from '~/domain/attachment/file-name';
import { MB } from '~/domain/attachment/size';
import { type AddedEmail, addEmail } from '~/domain/email/add.server';
import type { ParsedEmail } from '~/domain/email/parsed-email';
import { emailTooLarge, receiveAndStore } from '~/domain/email/receive.server';
import { env } from '~/env.server';
import { badRequest } from '~/errors';
import { assertMediaType, MULTIPART_TYPE } from '~/http/request/body.server';
import { acquireUploadSlot } from '~/http/session/slots.server';
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
    const added: AddedEmail[] = [];
    const problems: string[] = [];
    const maxBytes = MAX_EMAILS_PER_FORM * env.MAX_EMAIL_MB * MB;
    for await (const part of readMultipart(request, {
      maxBytes,
      createError: emailTooLarge,
    })) {
      if (part.name !== 'file' || !part.filename) continue;
      const stored = await catchDomainError(() =>
        receiveAndStore(viewer, part.bytes, (email) => addEmail(viewer, dealId, email)),
      );
      if (stored.ok) added.push(stored.value);
      else problems.push(`${sanitizeFileName(part.filename)}: ${stored.error.reason}`);
    }
    if (!added.length && !problems.length) throw badRequest('Please choose an email (.eml).');
    return { added, problems };
  });
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
