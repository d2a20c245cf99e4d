import SQLite from 'better-sqlite3';
import { eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { listForeignKeys } from '#db/child-rows';
import { db, getDatabasePath } from '#db/client';
import {
  apiTokens,
  authenticators,
  calendars,
  historyEvents,
  importColumns,
  importValues,
  mentions,
  passkeys,
  preferences,
  recoveryCodes,
  savedViews,
} from '#db/schema';
import { transaction } from '#db/transaction';
import { getDeal } from '~/domain/deal/get.server';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import { insertNotes } from '~/domain/note/create.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { deleteUser } from '~/domain/operations/trash/delete-users.server';
import { listTrash } from '~/domain/operations/trash/list.server';
import { TABLES_NOT_IN_TRASH } from '~/domain/operations/trash/related-rows.server';
import { restoreFromTrash } from '~/domain/operations/trash/restore.server';
import { addPerson, createCast } from '../../../support/cast';
import { addDeal } from '../../../support/deals';

/** Rows of other tables than deals, evaluations and notes. */
const { ana, ben, maren } = await createCast();

function alter(statements: string): void {
  const other = new SQLite(getDatabasePath(process.env.DATABASE_URL!));
  other.pragma('foreign_keys = ON');
  other.exec(statements);
  other.close();
}
const NEW = ['link_votes', 'links', 'probe_cards', 'note_files', 'follows'];
afterEach(() => alter(NEW.map((name) => `drop table if exists ${name};`).join('')));

const restoreLatest = async () => {
  const [latest] = await listTrash(maren, { limit: 1, offset: 0 });
  await restoreFromTrash(maren, latest!.id);
};

describe('other tables in the trash (rule 10.18)', () => {
  test('rows of a new table are restored with deal, note and owner', async () => {
    const owner = await addPerson(maren, 'owner-of-new@demo.example');
    const id = await addDeal(owner);
    await saveEvaluation(owner, id, { marketSize: 3 });
    const deal = await getDeal(owner, id);
    const [note] = await transaction((tx) => insertNotes(tx, owner, [deal], { text: 'Hello' }));
    const cascade = 'on delete cascade';
    alter(`
    create table links (id integer primary key, deal integer not null references pipelines(id) ${cascade}, url text);
    create table link_votes (link integer not null references links(id) ${cascade}, by_id text references users(id) on delete set null);
    create table probe_cards (id text primary key, deal integer not null references evaluations(pipeline_id) ${cascade});
    create table note_files (note integer primary key references notes(id) ${cascade}, size real);
    create table follows (user text references users(id) ${cascade}, deal integer references pipelines(id) ${cascade}, primary key (user, deal));
    insert into links values (7, ${id}, 'https://example.com');
    insert into link_votes values (7, '${ben.id}'), (7, null);
    insert into probe_cards values ('a', ${id});
    insert into note_files values (${note!}, 1.5);
    insert into follows values ('${owner.id}', ${id}), ('${ben.id}', ${id});
  `);
    const rows = () => NEW.map((name) => db.all(sql.raw(`select * from ${name} order by 1, 2`)));
    const before = rows();
    expect(before.flat().length).toBe(7);
    for (const work of [() => deleteDeal(owner, id), () => deleteUser(maren, owner.id)]) {
      await work();
      expect(rows().flat()).toEqual([]);
      await restoreLatest();
      expect(rows()).toEqual(before);
    }
  });

  test('an account is restored with views, settings and factors', async () => {
    const { id: userId } = await addPerson(maren, 'with-everything@demo.example');
    const deal = await getDeal(ana, await addDeal(ana));
    const [note] = await transaction((tx) => insertNotes(tx, ana, [deal], { text: 'Hello' }));
    const at = new Date(1_700_000_000_000);
    await transaction(async (tx) => {
      const view = { userId, name: 'Mine', list: '/dashboard', search: '', position: 1 } as const;
      const [{ id: startViewId } = { id: 0 }] = await tx
        .insert(savedViews)
        .values({ ...view, createdAt: at, updatedAt: at })
        .returning({ id: savedViews.id });
      await tx.insert(preferences).values({ userId, startViewId });
      await tx.insert(calendars).values({ userId, key: 'k', timeZone: 'UTC', createdAt: at });
      await tx.insert(importColumns).values({ userId, holds: 'deals', header: 'h', usedAt: at });
      const remembered = { userId, field: 'stage', value: 'dd', usedAt: at };
      await tx.insert(importValues).values({ ...remembered, choice: { do: 'empty' } });
      await tx
        .insert(authenticators)
        .values({ userId, secret: 's', confirmedAt: at, createdAt: at });
      await tx.insert(recoveryCodes).values({ userId, key: 'code' });
      const passkey = { id: 'p', userId, name: 'Phone', publicKey: 'x', counter: 3, createdAt: at };
      await tx.insert(passkeys).values(passkey);
      await tx.insert(mentions).values({ userId, noteId: note! });
      const token = { userId, key: 't', name: 'Script', access: 'read', createdAt: at } as const;
      await tx.insert(apiTokens).values({ ...token, expire: new Date(at.getTime() + 1) });
    });
    const tables = [
      savedViews,
      preferences,
      importColumns,
      importValues,
      authenticators,
      recoveryCodes,
    ];
    const rows = () =>
      Promise.all(
        [...tables, passkeys, mentions].map((table) =>
          db.select().from(table).where(eq(table.userId, userId)),
        ),
      );
    const before = await rows();
    expect(before.map(({ length }) => length)).toEqual(Array(8).fill(1));
    await deleteUser(maren, userId);
    expect((await rows()).flat()).toEqual([]);
    await restoreLatest();
    expect(await rows()).toEqual(before);
    expect(await db.$count(apiTokens, eq(apiTokens.userId, userId))).toBe(0);
    const isEnd = eq(historyEvents.kind, 'API token ended');
    expect(await db.select().from(historyEvents).where(isEnd)).toMatchObject([
      { actorId: maren.id, subjectId: userId, fields: { token: ['Script', null] } },
    ]);
    expect(await db.$count(calendars, eq(calendars.userId, userId))).toBe(0);
  });

  test('rows that refer to a deleted record are left out', async () => {
    const id = await addDeal(ana);
    const other = await addPerson(maren, 'follower@demo.example');
    alter(`
    create table follows (user text references users(id) on delete cascade, deal integer references pipelines(id) on delete cascade);
    insert into follows values ('${other.id}', ${id}), ('${ben.id}', ${id});
  `);
    const { entries } = await deleteDeal(ana, id);
    await deleteUser(maren, other.id);
    await restoreFromTrash(maren, entries[0]!);
    expect(db.all(sql`select user from follows`)).toEqual([{ user: ben.id }]);
  });

  test('every cascading table is in the trash or excepted', async () => {
    const links = await listForeignKeys();
    const lost = new Set(['pipelines', 'users']);
    for (const one of lost)
      for (const { table, parent, onDelete } of links)
        if (parent === one && onDelete === 'CASCADE') lost.add(table);
    const carried = [...lost].filter((name) => !(name in TABLES_NOT_IN_TRASH)).sort();
    // A new table goes to the trash with all columns: check that this is right for its secrets.
    expect(carried.join(' ')).toBe(
      'authenticators contacts decisions emails evaluations files import_columns ' +
        'import_values members memos mentions notes passkeys pipelines preferences recovery_codes round_evaluators rounds scorecards tasks users views',
    );
    expect(Object.keys(TABLES_NOT_IN_TRASH).filter((name) => !lost.has(name))).toEqual([]);
  });
});
