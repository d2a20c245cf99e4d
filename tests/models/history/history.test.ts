import { beforeAll, describe, expect, test } from 'vitest';
import { databasePath, db } from '#db/client';
import { changes, evaluations, pipelines, users } from '#db/schema';
import { transaction } from '#db/transaction';
import SQLite from 'better-sqlite3';
import { eq } from 'drizzle-orm';
import type { Refusal } from '~/refusal';
import { addUser, approveUser, changeGroup, setDisabled } from '~/models/user/administer.server';
import { CRITERIA } from '~/models/evaluation/criteria';
import { saveEvaluation } from '~/models/evaluation/write.server';
import {
  countHistory,
  evaluationVersionOf,
  listHistory,
  listPipelineHistory,
  scoreHistory,
} from '~/models/timeline/list.server';
import { restoreEvaluation, restoreField } from '~/models/timeline/restore.server';
import { handOverPipeline } from '~/models/pipeline/hand-over.server';
import { createPipeline, getPipeline, updatePipeline } from '~/models/pipeline/write.server';
import { changeName, changePassword } from '~/models/user/profile.server';
import { deletePipeline, deletePipelines, purgeTrash } from '~/models/trash/delete.server';
import { restore } from '~/models/trash/restore.server';
import { countTrash, listTrash } from '~/models/trash/list.server';
import { type Cast, cast } from '../../support/cast';
import { deleteUser, deleteUsers } from '~/models/trash/delete-users.server';

const ALL = { limit: 1_000, offset: 0 };
const DAY = 86_400_000;
let people: Cast;
beforeAll(async () => {
  people = await cast();
});

const status = (promise: Promise<unknown>) =>
  promise.then(
    () => 200,
    (thrown: Refusal) => thrown.status,
  );
const timeline = async (id: number) =>
  (await listPipelineHistory(people.maren, id, ALL)).map(
    ({ actorEmail, subject, act, fields }) => ({ actorEmail, subject, act, fields }),
  );
const trashed = async () => (await listTrash(people.maren, ALL))[0]!;

describe('every change of a deal tells who, what, from and to', () => {
  test('created, changed, evaluated, given away; nothing where nothing changed (rules 2.12, 10.1 and 10.3)', async () => {
    const { ana, maren } = people;
    const id = await createPipeline(ana, {
      companyName: 'Gantrywell',
      industries: ['AI'],
      evaluationScore: 6,
    });
    await updatePipeline(maren, id, { evaluationScore: 7.5, ceoName: 'Wilhelmina' });
    await updatePipeline(maren, id, { evaluationScore: 7.5 });
    await saveEvaluation(ana, id, { marketSize: 9 });
    await handOverPipeline(maren, id, 'BEN@demo.example');
    expect(await timeline(id)).toEqual([
      {
        actorEmail: maren.email,
        subject: 'pipeline',
        act: 'changed',
        fields: { owner: ['ana@demo.example', 'ben@demo.example'] },
      },
      {
        actorEmail: ana.email,
        subject: 'evaluation',
        act: 'created',
        fields: { marketSize: [null, 9], overallScore: [null, 5.2] },
      },
      {
        actorEmail: maren.email,
        subject: 'pipeline',
        act: 'changed',
        fields: { ceoName: [null, 'Wilhelmina'], evaluationScore: [6, 7.5] },
      },
      {
        actorEmail: ana.email,
        subject: 'pipeline',
        act: 'created',
        fields: {
          companyName: [null, 'Gantrywell'],
          industries: [null, ['AI']],
          evaluationScore: [null, 6],
        },
      },
    ]);
    expect((await scoreHistory(maren, id)).map(({ score }) => score)).toEqual([6, 7.5]);
    expect((await getPipeline(maren, id)).user.email).toBe('ben@demo.example');
    expect(await status(listPipelineHistory(ana, id, ALL)), 'whose deal it is no more').toBe(404);
  });

  test('a former value is put back, and a former evaluation (rule 10.4)', async () => {
    const { ana } = people;
    const id = await createPipeline(ana, {
      companyName: 'Quillmoor',
      industries: ['DX', 'AI'],
      comments: 'First\nsecond',
    });
    await updatePipeline(ana, id, { comments: null, industries: [] });
    const [change] = await listPipelineHistory(ana, id, ALL);
    for (const field of ['comments', 'industries']) await restoreField(ana, id, change!.id, field);
    expect(await getPipeline(ana, id)).toMatchObject({
      comments: 'First\nsecond',
      industries: ['DX', 'AI'],
    });
    expect(await status(restoreField(ana, id, change!.id, 'ceoName'))).toBe(400);
    expect(await status(restoreField(people.ben, id, change!.id, 'comments'))).toBe(404);

    const scored = (score: number) => Object.fromEntries(CRITERIA.map(({ key }) => [key, score]));
    for (const score of [3, 6, 9])
      await saveEvaluation(ana, id, { ...scored(score), teamNotes: `Round ${score}` });
    const versions = (await listPipelineHistory(ana, id, ALL)).filter(
      ({ subject }) => subject === 'evaluation',
    );
    const seen = await Promise.all(
      versions.map(async (one) => (await evaluationVersionOf(ana, id, one.id)).then),
    );
    expect(
      seen.map(({ teamNotes, capTable, overallScore }) => [teamNotes, capTable, overallScore]),
    ).toEqual([
      ['Round 9', 9, 9],
      ['Round 6', 6, 6],
      ['Round 3', 3, 3],
    ]);
    await restoreEvaluation(ana, id, versions[2]!.id);
    const [now] = await db.select().from(evaluations).where(eq(evaluations.pipelineId, id));
    expect(now).toMatchObject({ ...scored(3), teamNotes: 'Round 3', overallScore: 3 });
  });

  test('what fails leaves no history (rule 10.1)', async () => {
    const id = await createPipeline(people.ana, { companyName: 'Steadwick' });
    const before = await db.$count(changes);
    expect(await status(updatePipeline(people.ana, id, { comments: 'late' }, 99))).toBe(412);
    expect(await status(deletePipeline(people.ben, id))).toBe(404);
    expect(await db.$count(changes)).toBe(before);
  });
});

test('every change of an account is told, and no password (rules 10.1 and 10.2)', async () => {
  const { maren, ana } = people;
  const added = await addUser(maren, {
    email: 'new@demo.example',
    password: 'a-password-of-2026',
    firstName: 'New',
    lastName: 'Person',
  });
  await changeGroup(maren, added.id, 'OnBS');
  await setDisabled(maren, added.id, true);
  await setDisabled(maren, added.id, false);
  await approveUser(maren, people.pia.id);
  await changeName(ana, { firstName: 'Anna', lastName: 'Lindqvist' });
  await changePassword(
    ana,
    { current: ana.plainPassword, password: 'another-password-2026' },
    'none',
  );
  const told = await listHistory(maren, { subject: 'account' }, { limit: 7, offset: 0 });
  expect(
    told.map(({ actorEmail, subjectName, act, fields }) => [actorEmail, subjectName, act, fields]),
  ).toEqual([
    [ana.email, ana.email, 'password changed', {}],
    [ana.email, ana.email, 'changed', { firstName: ['Ana', 'Anna'] }],
    [maren.email, people.pia.email, 'changed', { approvalStatus: ['pending', 'approved'] }],
    [maren.email, added.email, 'changed', { disabled: [true, null] }],
    [maren.email, added.email, 'changed', { disabled: [null, true] }],
    [maren.email, added.email, 'changed', { group: ['CCBI', 'OnBS'] }],
    [
      maren.email,
      added.email,
      'created',
      {
        email: [null, added.email],
        firstName: [null, 'New'],
        lastName: [null, 'Person'],
        role: [null, 'user'],
        group: [null, 'CCBI'],
        approvalStatus: [null, 'approved'],
      },
    ],
  ]);
  expect(JSON.stringify(await db.select().from(changes))).not.toMatch(
    /\$2[aby]\$|a-password-of-2026|another-password-2026/,
  );
});

test('admins filter it; nobody else reads it; nobody changes it (rules 2.8, 10.2 and 10.5)', async () => {
  const { maren, tomas, ana } = people;
  const id = await createPipeline(ana, { companyName: '50%_off' });
  await createPipeline(ana, { companyName: '50 off' });
  expect(
    (await listHistory(maren, { what: '50%_O' }, ALL)).map(({ subjectId }) => subjectId),
  ).toEqual([String(id)]);
  expect(
    await countHistory(maren, {
      who: 'ana@',
      act: 'created',
      subject: 'pipeline',
      from: new Date(Date.now() - DAY),
      until: new Date(Date.now() + DAY),
    }),
  ).toBeGreaterThan(1);
  expect(await countHistory(maren, { until: new Date(0) })).toBe(0);
  for (const viewer of [tomas, ana]) expect(await status(listHistory(viewer, {}, ALL))).toBe(403);
  await expect(
    transaction(async (tx) => tx.update(changes).set({ act: 'created' })),
  ).rejects.toThrow();
  await expect(transaction(async (tx) => tx.delete(changes))).rejects.toThrow();
});

describe('the trash', () => {
  test('brings back a deal with its evaluation and history, as it was (rule 10.7)', async () => {
    const { ana, maren, tomas } = people;
    const id = await createPipeline(ana, {
      companyName: 'Pinwhistle',
      industries: ['AI', 'Lifestyle'],
      targetClosingDate: '2027-02-28',
      evaluationScore: 0,
      comments: '=1+1',
    });
    await saveEvaluation(ana, id, { marketSize: 9.3, marketNotes: 'Notes' });
    const rows = async () => ({
      deal: await db.select().from(pipelines).where(eq(pipelines.id, id)),
      evaluation: await db.select().from(evaluations).where(eq(evaluations.pipelineId, id)),
    });
    const before = await rows();
    await deletePipeline(tomas, id);
    expect(await rows()).toEqual({ deal: [], evaluation: [] });
    const entry = await trashed();
    expect(entry).toMatchObject({
      name: 'Pinwhistle',
      owner: ana.email,
      deletedBy: tomas.email,
      deals: 1,
    });
    for (const viewer of [ana, tomas]) expect(await status(restore(viewer, entry.id))).toBe(403);
    await restore(maren, entry.id);
    expect(await rows()).toEqual(before);
    expect((await timeline(id)).map(({ subject, act }) => `${subject} ${act}`)).toEqual([
      'evaluation restored',
      'pipeline restored',
      'pipeline deleted',
      'evaluation created',
      'pipeline created',
    ]);
    expect(await status(restore(maren, entry.id)), 'once').toBe(404);
    const industries = new SQLite(databasePath(process.env.DATABASE_URL!), { readonly: true })
      .prepare('select count(*) from pipeline_industries where pipeline_id = ?')
      .pluck()
      .get(id);
    expect(industries).toBe(2);
  });

  test('brings back an account with its deals, and it can log in (rules 10.7 and 10.8)', async () => {
    const { maren } = people;
    const person = await addUser(maren, {
      email: 'gone@demo.example',
      password: 'a-password-of-2026',
      firstName: 'Gone',
      lastName: 'Person',
    });
    const viewer = { ...person };
    const ids = [
      await createPipeline(viewer, { companyName: 'One' }),
      await createPipeline(viewer, { companyName: 'Two' }),
    ];
    await saveEvaluation(viewer, ids[0]!, { marketSize: 2 });
    const before = [
      await db.select().from(users).where(eq(users.id, person.id)),
      await db.select().from(pipelines).where(eq(pipelines.userId, person.id)),
      await db.select().from(evaluations).where(eq(evaluations.pipelineId, ids[0]!)),
    ];
    expect(await deleteUsers(maren, [person.id, maren.id])).toMatchObject({ deleted: 1 });
    expect(
      (await listHistory(maren, { act: 'deleted' }, { limit: 3, offset: 0 })).map(
        ({ subjectName }) => subjectName,
      ),
    ).toEqual(['gone@demo.example', 'Two', 'One']);
    const entry = await trashed();

    const rival = await addUser(maren, {
      email: 'GONE@demo.example',
      password: 'a-password-of-2026',
      firstName: 'Other',
      lastName: 'Person',
    });
    expect(await status(restore(maren, entry.id))).toBe(409);
    await deleteUser(maren, rival.id);
    await restore(maren, entry.id);
    expect([
      await db.select().from(users).where(eq(users.id, person.id)),
      await db.select().from(pipelines).where(eq(pipelines.userId, person.id)),
      await db.select().from(evaluations).where(eq(evaluations.pipelineId, ids[0]!)),
    ]).toEqual(before);
  });

  test("a deal waits for its owner; with an heir, a person's deals stay (rule 10.8)", async () => {
    const { maren, ben } = people;
    const person = await addUser(maren, {
      email: 'leaving@demo.example',
      password: 'a-password-of-2026',
      firstName: 'Leaving',
      lastName: 'Person',
    });
    const [first, second] = [
      await createPipeline(person, { companyName: 'Deleted before' }),
      await createPipeline(person, { companyName: 'Handed over' }),
    ];
    expect((await deletePipelines(person, [first])).entries).toHaveLength(1);
    const entry = await trashed();
    expect(await status(deleteUser(maren, person.id, 'nobody@demo.example'))).toBe(400);
    expect(await status(deleteUser(maren, person.id, person.email))).toBe(400);
    await deleteUser(maren, person.id, ben.email);
    expect((await getPipeline(maren, second)).userId).toBe(ben.id);
    expect((await timeline(second))[0]).toMatchObject({
      actorEmail: maren.email,
      fields: { owner: [person.email, ben.email] },
    });
    expect(await status(restore(maren, entry.id))).toBe(409);
    await restore(maren, (await trashed()).id);
    await restore(maren, entry.id);
    expect((await getPipeline(maren, first)).userId).toBe(person.id);
  });

  test('is emptied of what is older than 30 days (rule 10.6)', async () => {
    const { ana, maren } = people;
    const id = await createPipeline(ana, { companyName: 'Long gone' });
    await deletePipeline(ana, id);
    const kept = await countTrash(maren);
    await purgeTrash(new Date(Date.now() + 29.9 * DAY));
    expect(await countTrash(maren)).toBe(kept);
    await purgeTrash(new Date(Date.now() + 30.1 * DAY));
    expect(await countTrash(maren)).toBe(0);
    expect(
      (await listHistory(maren, { act: 'purged', what: 'Long gone' }, ALL)).map(
        ({ actorEmail, subjectId }) => [actorEmail, subjectId],
      ),
    ).toEqual([[null, String(id)]]);
  });
});
