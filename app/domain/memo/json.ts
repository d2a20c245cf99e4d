import { z } from 'zod';
import { getDisplayName } from '~/domain/person/names';
import type { ListedMemo } from './list.server';

const id = z.int().positive();
const text = z.string().nullable();

export const MemoAnswer = z.object({
  id,
  title: z.string(),
  roundId: id.nullable(),
  sha256: z.string().describe("The SHA-256 of the document's bytes, in hexadecimal digits."),
  createdAt: z.iso.datetime(),
  createdBy: z
    .object({ id: text, name: z.string(), email: text })
    .describe('The user who froze the memo. For a deleted user, only the name.'),
});
export type MemoAnswer = z.output<typeof MemoAnswer>;

export function toMemoJson({ memo, roundId, user }: ListedMemo): MemoAnswer {
  const { id, title, sha256, createdAt, createdById, createdByName } = memo;
  return {
    id,
    title,
    roundId,
    sha256,
    createdAt: createdAt.toISOString(),
    createdBy: user
      ? { id: createdById, name: getDisplayName(user), email: user.email }
      : { id: null, name: createdByName, email: null },
  };
}
