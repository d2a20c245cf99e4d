import { beforeAll, describe, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { db } from '#db/client';
import { passkeys, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { env } from '~/env.server';
import { approveUser, rejectUser } from '~/models/user/administer.server';
import { createPipeline } from '~/models/pipeline/write.server';
import { createUser } from '~/models/user/write.server';
import * as management from '~/routes/admin';
import * as approvals from '~/routes/admin_.approvals';
import * as history from '~/routes/admin_.history';
import * as system from '~/routes/admin_.system';
import * as trash from '~/routes/admin_.trash';
import * as user from '~/routes/admin_.users_.$id';
import * as login from '~/routes/login';
import { call, castForAll, type Member } from '../support/cast';
import { screen, tags, textOf } from '../support/screen';

const people = castForAll();
beforeAll(async () => {
  for (const companyName of ['One', 'Two'])
    await createPipeline(people.ana, { companyName, industries: [] });
});

const current = (html: string) =>
  tags(html, 'a')
    .filter((tag) => tag.includes('aria-current="page"') && tag.includes('tab'))
    .map((tag) => /href="([^"]*)"/.exec(tag)![1]);

describe('the tabs (rule 9.22)', () => {
  test('of an admin are all six on every one of them, the current one marked', async () => {
    for (const [path, route] of [
      ['/admin', management],
      ['/admin/approvals', approvals],
      ['/admin/history', history],
      ['/admin/trash', trash],
      ['/admin/system', system],
    ] as const) {
      const html = await screen(route, path, { as: people.maren });
      expect(current(html), path).toEqual([path]);
      for (const tab of ['', '/approvals', '/pipelines', '/history', '/trash', '/system'])
        expect(html).toContain(`href="/admin${tab}"`);
    }
  });

  test('of a manager are three', async () => {
    const html = await screen(management, '/admin', { as: people.tomas });
    expect(textOf(html)).not.toMatch(/\|(History|Trash|System)\|/);
  });
});

describe('a user of the list', () => {
  const rowOf = async (name: string) =>
    textOf(
      (await screen(management, '/admin', { as: people.maren }))
        .split('<tr>')
        .find((row) => row.includes(name))!,
    );

  test('has the number of their deals, which leads to them, and the last sign-in (rule 9.23)', async () => {
    expect(await rowOf('Ana Lindqvist')).toMatch(/\|2 deals\|·\|Last sign-in \w+ \d+, \d{4}\|/);
    expect(await rowOf('Pia Vestergren')).toContain('|No deals ·|');
    const html = await screen(management, '/admin', { as: people.maren });
    expect(html).toContain(`href="/admin/pipelines?userId=${people.ana.id}"`);
    const page = await screen(user, `/admin/users/${people.ana.id}`, {
      as: people.maren,
      params: { id: people.ana.id },
    });
    expect(textOf(page)).toMatch(/\|Status\|Approved\|/);
    expect(textOf(page)).toMatch(/\|Last sign-in\|\w+ \d+, \d{4}, [^|]+\|Deals\|2\|/);
  });

  test('who has never signed in is said to have no sign-in; a login is noted (rule 9.23)', async () => {
    const given = { email: 'new@demo.example', password: 'a-password-of-2026' };
    const { id } = await createUser({ ...given, firstName: 'Nia', approvalStatus: 'approved' });
    expect(await rowOf('new@demo.example')).toContain('|No sign-in recorded|');
    const before = Date.now();
    expect((await call(login, 'POST', '/login', { form: given })).status).toBe(302);
    const [row] = await db.select().from(users).where(eq(users.id, id));
    expect(row!.signedInAt!.getTime()).toBeGreaterThanOrEqual(before);
  });
});

test('that no mail is configured is said once for all decisions (rule 9.25)', async () => {
  await approveUser(people.maren, people.pia.id);
  await rejectUser(people.maren, people.quentin.id);
  const text = textOf(await screen(approvals, '/admin/approvals', { as: people.maren }));
  expect(text.match(/No mail server/g)).toHaveLength(1);
  expect(text.match(/\|Email text\|/g)!.length).toBeGreaterThanOrEqual(2);
});

describe('the first steps (rule 9.26)', () => {
  const open = (as: Member = people.maren) => screen(management, '/admin', { as });
  const dismiss = (as: Member) =>
    call(management, 'POST', '/admin', { as, form: { intent: 'dismiss first steps' } });
  const stepsOf = (html: string) =>
    [.../First steps.*?<\/ol>/s.exec(html)![0].matchAll(/<li.*?<\/li>/gs)].map(([step]) => [
      step.includes('aria-label="Done:"'),
      /href="([^"]*)"/.exec(step)![1],
    ]);

  test('lead an admin to each of five, with what is done ticked', async () => {
    expect(stepsOf(await open())).toEqual([
      [true, '/account'],
      [false, '/account/two-factor'],
      [true, '/admin?add'],
      [true, '/import'],
      [false, '/admin/system#backups'],
    ]);
    expect(textOf(await open(people.tomas))).not.toContain('First steps');
    const health = textOf(await screen(system, '/admin/system', { as: people.maren }));
    expect(health).toContain('|System Health above is a fixed figure.');
  });

  test('go when all are done', async () => {
    const userId = people.maren.id;
    const key = {
      id: 'key',
      userId,
      name: 'Key',
      publicKey: 'k',
      counter: 0,
      createdAt: new Date(),
    };
    await transaction((tx) => tx.insert(passkeys).values(key));
    env.BACKUP_DIR = '/somewhere';
    expect(textOf(await open())).not.toContain('First steps');
    env.BACKUP_DIR = undefined;
    expect(textOf(await open())).toContain('|4 of 5 done|');
    await transaction((tx) => tx.delete(passkeys));
  });

  test('go for the admin who dismisses them, and a manager may not', async () => {
    expect((await dismiss(people.tomas)).status).toBe(403);
    expect(textOf(await open())).toContain('First steps');
    expect((await dismiss(people.maren)).status).toBe(302);
    expect(textOf(await open())).not.toContain('First steps');
  });
});
