import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { transaction } from '#db/transaction';
import { pipelines, trash, users } from '#db/schema';
import { addUser } from '~/models/user/administer.server';
import { saveEvaluation } from '~/models/evaluation/write.server';
import { createPipeline } from '~/models/pipeline/write.server';
import { restore } from '~/models/trash/restore.server';
import { listTrash } from '~/models/trash/list.server';
import * as trashPage from '~/routes/admin_.trash';
import { call, type Cast, cast } from '../../support/cast';
import { storedPipeline } from '../../support/pipelines';
import { outcomeOf, success } from '../../support/toast-of';
import { deletePipeline } from '~/models/trash/delete.server';
import { deleteUser } from '~/models/trash/delete-users.server';

/** Whatever is in the trash can be restored, or says in words what is in the way. */
let people: Cast;
beforeAll(async () => {
  people = await cast();
});

const FORM = '3f2b1c5e-7d0a-4b6e-9a1d-2c4f6e8a0b1d';
const latest = async () => (await listTrash(people.maren, { limit: 1, offset: 0 }))[0]!;
const person = (email: string) =>
  addUser(people.maren, {
    email,
    password: 'a-password-of-2026',
    firstName: 'New',
    lastName: 'Person',
  });

/** What an admin is told who restores the entry. */
async function attempt(id: number) {
  const form = { id: String(id) };
  return outcomeOf(await call(trashPage, 'POST', '/admin/trash', { as: people.maren, form }));
}
const back = (name: string) => success('/admin/trash', `${name} restored`);
const refused = (why: string) => ['/admin/trash', 'Not restored', why, true];

/** The entry's rows, as another release would have written them. */
async function rewrite(
  id: number,
  change: (rows: Record<string, Record<string, unknown>[]>) => void,
): Promise<void> {
  const [entry] = await db.select().from(trash).where(eq(trash.id, id));
  const rows = JSON.parse(entry!.rows) as Record<string, Record<string, unknown>[]>;
  change(rows);
  await transaction(async (tx) =>
    tx
      .update(trash)
      .set({ rows: JSON.stringify(rows) })
      .where(eq(trash.id, id)),
  );
}

describe('a deal whose form was sent again after it was deleted', () => {
  test('comes back beside the other one', async () => {
    const first = await createPipeline(people.ana, { companyName: 'Gantrywell' }, FORM);
    await deletePipeline(people.ana, first);
    const entry = await latest();
    const second = await createPipeline(people.ana, { companyName: 'Gantrywell' }, FORM);
    expect(second).not.toBe(first);
    expect(await attempt(entry.id)).toEqual(back('Gantrywell'));
    expect([await storedPipeline(first), await storedPipeline(second)]).toMatchObject([
      { submission: null },
      { submission: FORM },
    ]);
    await deletePipeline(people.ana, second);
    await restore(people.maren, (await latest()).id);
    expect(await storedPipeline(second)).toMatchObject({
      companyName: 'Gantrywell',
      userId: people.ana.id,
    });
  });

  test('comes back with its account', async () => {
    const owner = await person('with-deals@demo.example');
    const id = await createPipeline(owner, { companyName: 'Quillmoor' }, FORM);
    await deleteUser(people.maren, owner.id);
    await restore(people.maren, (await latest()).id);
    expect(await storedPipeline(id)).toMatchObject({ companyName: 'Quillmoor', userId: owner.id });
  });
});

describe('what is in the way is told, and stays in the trash', () => {
  test('another account with the email, in whatever case', async () => {
    const gone = await person('Gone@demo.example');
    await deleteUser(people.maren, gone.id);
    const entry = await latest();
    await person('gone@DEMO.example');
    expect(await attempt(entry.id)).toEqual(
      refused('Another account has this email now. Delete it first.'),
    );
    expect(await latest()).toEqual(entry);
  });

  test('an owner who was deleted, until they are back', async () => {
    const owner = await person('owner@demo.example');
    const id = await createPipeline(owner, { companyName: 'Steadwick' });
    await deletePipeline(owner, id);
    const entry = await latest();
    await deleteUser(people.maren, owner.id);
    expect(await attempt(entry.id)).toEqual(
      refused('The owner of this deal was deleted. Restore the owner first.'),
    );
    await restore(people.maren, (await latest()).id);
    expect(await attempt(entry.id)).toEqual(back('Steadwick'));
  });

  test('a deal with the same id', async () => {
    const id = await createPipeline(people.ana, { companyName: 'Deleted' });
    await saveEvaluation(people.ana, id, { marketSize: 3 });
    await deletePipeline(people.ana, id);
    const entry = await latest();
    const other = await createPipeline(people.ben, { companyName: 'In the way' });
    await transaction(async (tx) =>
      tx.update(pipelines).set({ id }).where(eq(pipelines.id, other)),
    );
    expect(await attempt(entry.id)).toEqual(
      refused('A deal or an account with the same id is there already.'),
    );
    expect([await latest(), (await storedPipeline(id))!.companyName]).toEqual([
      entry,
      'In the way',
    ]);
    await deletePipeline(people.ben, id);
    expect(await attempt(entry.id)).toEqual(back('Deleted'));
  });

  test('an account with the same id', async () => {
    const gone = await person('same-id@demo.example');
    await deleteUser(people.maren, gone.id);
    const entry = await latest();
    const other = await person('another@demo.example');
    await transaction(async (tx) =>
      tx.update(users).set({ id: gone.id }).where(eq(users.id, other.id)),
    );
    expect(await attempt(entry.id)).toEqual(
      refused('A deal or an account with the same id is there already.'),
    );
  });
});

test('what another release deleted comes back: with columns that are new since, and without those that are gone', async () => {
  const owner = await person('older@demo.example');
  const id = await createPipeline(owner, { companyName: 'Pinwhistle', industries: ['AI'] });
  await deleteUser(people.maren, owner.id);
  const entry = await latest();
  const change = (table: string, columns: string[]) => (rows: Record<string, object[]>) => {
    delete rows.evaluations;
    const [row] = rows[table] as [Record<string, unknown>];
    for (const column of columns) delete row[column];
    row.dropped = 'since';
  };
  await rewrite(entry.id, change('users', ['sortName', 'disabledAt', 'group']));
  await rewrite(entry.id + 1, change('pipelines', ['version', 'submission']));
  expect(await attempt(entry.id)).toEqual(back('older@demo.example'));
  expect(await storedPipeline(id)).toMatchObject({
    companyName: 'Pinwhistle',
    version: 1,
    industries: ['AI'],
  });
});
