import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import type { ChangeName } from './schema';
import { deriveNameColumns, updateUser } from './update.server';

export async function changeName(viewer: Viewer, name: ChangeName): Promise<void> {
  const derived = deriveNameColumns({ ...name, email: viewer.email });
  await transaction((tx) => updateUser(tx, viewer, viewer, { ...name, ...derived }));
}
