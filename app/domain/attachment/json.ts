import { z } from 'zod';
import type { ListedAttachment } from './list.server';

const id = z.int().positive();

export const AttachmentAnswer = z.object({
  id,
  pipelineId: id,
  name: z.string(),
  size: z.int().nonnegative().describe('The size in bytes.'),
  type: z.string().describe('The content type stated by the client that sent the file.'),
  sha256: z.string().describe('The SHA-256 of the bytes, in hexadecimal.'),
  createdAt: z.iso.datetime(),
  userName: z
    .string()
    .nullable()
    .describe('The name of the user who added the file; null if that user has been deleted.'),
});
export type AttachmentAnswer = z.output<typeof AttachmentAnswer>;

export function toAttachmentJson(attachment: ListedAttachment): AttachmentAnswer {
  const { id, dealId, name, size, type, sha256, createdAt, userName } = attachment;
  const timestamp = new Date(createdAt).toISOString();
  return { id, pipelineId: dealId, name, size, type, sha256, createdAt: timestamp, userName };
}
