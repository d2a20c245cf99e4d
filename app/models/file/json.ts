import { z } from 'zod';
import type { ListedFile } from './files.server';

const id = z.int().positive();

export const FileAnswer = z.object({
  id,
  pipelineId: id,
  name: z.string(),
  size: z.int().nonnegative().describe('In bytes.'),
  type: z.string().describe('As its sender said that it is.'),
  sha256: z.string().describe('Of its bytes, in hexadecimal.'),
  createdAt: z.iso.datetime(),
  userName: z.string().nullable().describe('Who added it; null once they are deleted.'),
});
export type FileAnswer = z.output<typeof FileAnswer>;

export function fileJson(file: ListedFile): FileAnswer {
  const { id, pipelineId, name, size, type, sha256, createdAt, userName } = file;
  const at = new Date(createdAt).toISOString();
  return { id, pipelineId, name, size, type, sha256, createdAt: at, userName };
}
