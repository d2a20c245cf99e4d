import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { passkeys, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { createDeal } from '~/domain/deal/create.server';
import { approveUser, rejectUser } from '~/domain/user/approve.server';
import { createUser } from '~/domain/user/create.server';
import { env } from '~/env.server';
import * as management from '~/routes/admin/route';
import * as approvals from '~/routes/admin_.approvals/route';
import * as history from '~/routes/admin_.history/route';
import * as system from '~/routes/admin_.system/route';
import * as trash from '~/routes/admin_.trash/route';
import * as user from '~/routes/admin_.users_.$id/route';
import * as login from '~/routes/login/route';
import { call, type CastMember, createCastForAll } from '../support/cast';
import { findTags, readText, renderScreen } from '../support/render-screen';

const people = createCastForAll();
beforeAll(async () => {
  for (const companyName of ['One', 'Two'])
    await createDeal(people.ana, { companyName, industries: [] });
});

const current = (html: string) =>
  findTags(html, 'a')
    .filter((tag) => tag.includes('aria-current="page"') && tag.includes('tab'))
    .map((tag) => /href="([^"]*)"/.exec(tag)![1]);

describe('the tabs of the admin area (rule 9.22)', () => {
  test('an admin sees all six tabs with the current one marked', async () => {
    for (const [path, route] of [
      ['/admin', management],
      ['/admin/approvals', approvals],
      ['/admin/history', history],
      ['/admin/trash', trash],
      ['/admin/system', system],
    ] as const) {
      const html = await renderScreen(route, path, { as: people.maren });
      expect(current(html), path).toEqual([path]);
      for (const tab of ['', '/approvals', '/pipelines', '/history', '/trash', '/system'])
        expect(html).toContain(`href="/admin${tab}"`);
    }
  });

  test('a manager sees three tabs', async () => {
    const html = await renderScreen(management, '/admin', { as: people.tomas });
    for (const tab of ['/history', '/trash', '/system'])
      expect(html).not.toContain(`href="/admin${tab}"`);
  });
});

describe('the user list (rule 9.23)', () => {
  const getRow = async (name: string) =>
    readText(
      (await renderScreen(management, '/admin', { as: people.maren }))
        .split('<tr>')
        .find((row) => row.includes(name))!,
    );

  test("a user's row shows the deal count and the last sign-in", async () => {
    expect(await getRow('Ana Lindqvist')).toMatch(/\|2 deals\|·\|Last sign-in \w+ \d+, \d{4}\|/);
    expect(await getRow('Pia Vestergren')).toContain('|No deals ·|');
    const html = await renderScreen(management, '/admin', { as: people.maren });
    expect(html).toContain(`href="/admin/pipelines?userId=${people.ana.id}"`);
    const page = await renderScreen(user, `/admin/users/${people.ana.id}`, {
      as: people.maren,
      params: { id: people.ana.id },
    });
    expect(readText(page)).toMatch(/\|Status\|Approved\|/);
    expect(readText(page)).toMatch(/\|Last sign-in\|\w+ \d+, \d{4}, [^|]+\|Deals\|2\|/);
  });

  test('the user list shows who has never signed in', async () => {
    const given = { email: 'new@demo.example', password: 'a-password-of-2026' };
    const { id } = await createUser({ ...given, firstName: 'Nia', approvalStatus: 'approved' });
    expect(await getRow('new@demo.example')).toContain('|No sign-in recorded|');
    const before = Date.now();
    expect((await call(login, 'POST', '/login', { form: given })).status).toBe(302);
    const [row] = await db.select().from(users).where(eq(users.id, id));
    expect(row!.signedInAt!.getTime()).toBeGreaterThanOrEqual(before);
  });
});

describe('approval mails (rule 9.25)', () => {
  test('the approvals page says once that no mail is configured', async () => {
    await approveUser(people.maren, people.pia.id);
    await rejectUser(people.maren, people.quentin.id);
    const text = readText(await renderScreen(approvals, '/admin/approvals', { as: people.maren }));
    expect(text.match(/No mail server/g)).toHaveLength(1);
    expect(text.match(/\|Email text\|/g)!.length).toBeGreaterThanOrEqual(2);
  });
});

describe('the first steps (rule 9.26)', () => {
  const open = (as: CastMember = people.maren) => renderScreen(management, '/admin', { as });
  const dismiss = (as: CastMember) =>
    call(management, 'POST', '/admin', { as, form: { intent: 'dismiss first steps' } });
  const listSteps = (html: string) =>
    [.../First steps.*?<\/ol>/s.exec(html)![0].matchAll(/<li.*?<\/li>/gs)].map(([step]) => [
      step.includes('aria-label="Done:"'),
      /<a\b[^>]*href="([^"]*)"/.exec(step)![1],
    ]);

  test('an admin sees five first steps with finished ones ticked', async () => {
    expect(listSteps(await open())).toEqual([
      [true, '/account'],
      [false, '/account/two-factor'],
      [true, '/admin?add'],
      [true, '/import'],
      [false, '/admin/system#backups'],
    ]);
    expect(readText(await open(people.tomas))).not.toContain('First steps');
    const health = readText(await renderScreen(system, '/admin/system', { as: people.maren }));
    expect(health).toContain('|System Health above is a fixed figure.');
  });

  test('the first steps disappear when all are done', async () => {
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
    expect(readText(await open())).not.toContain('First steps');
    env.BACKUP_DIR = undefined;
    expect(readText(await open())).toContain('|4 of 5 done|');
    await transaction((tx) => tx.delete(passkeys));
  });

  test('an admin can dismiss the first steps, a manager cannot', async () => {
    expect((await dismiss(people.tomas)).status).toBe(403);
    expect(readText(await open())).toContain('First steps');
    expect((await dismiss(people.maren)).status).toBe(302);
    expect(readText(await open())).not.toContain('First steps');
  });
});
