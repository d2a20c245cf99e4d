import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { StandbyError } from './error.server';
import { createFileOnce, readFileIfExists } from './file-system.server';

export const Installation = z.object({
  id: z.string(),
  recoveredFrom: z.string().optional(),
  folder: z.string().optional(),
  isOtherDisk: z.boolean().optional(),
});

export type Installation = z.infer<typeof Installation>;

export function getInstallationPath(database: string): string {
  return `${database}.standby`;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export async function findInstallation(database: string): Promise<Installation | undefined> {
  const text = await readFileIfExists(getInstallationPath(database));
  return Installation.safeParse(parseJson(text ?? '')).data;
}

export async function readInstallation(database: string): Promise<Installation> {
  const path = getInstallationPath(database);
  const stored = await findInstallation(database);
  if (stored) return stored;
  const created = { id: randomUUID() };
  if (await createFileOnce(path, JSON.stringify(created))) return created;
  throw new StandbyError(`${path} cannot be read. Delete it to get a new one.`);
}
