import { desc } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { historyEvents } from '#db/schema';
import { transaction } from '#db/transaction';
import { blockSender, listBlockedSenders } from '~/domain/intake/blocked-senders.server';
import { getFundName, getIntakeSettings } from '~/domain/intake/settings.server';
import { env } from '~/env.server';
import * as intake from '~/routes/admin_.intake/route';
import { call, createCastForAll } from '../support/cast';
import { listSentFields, renderScreen } from '../support/render-screen';

const people = createCastForAll();

const save = (form: Record<string, string>) =>
  call(intake, 'POST', '/admin/intake', { as: people.maren, form });

async function readLastEvent() {
  const [event] = await db.select().from(historyEvents).orderBy(desc(historyEvents.id)).limit(1);
  return event!;
}

describe('the settings of the intake (rules 12.5 and 30.7)', () => {
  afterEach(() => void (env.FUND_NAME = ''));

  test('the form has the defaults and says what is deleted when', async () => {
    const html = await renderScreen(intake, '/admin/intake', { as: people.maren });
    expect(html).toContain('Tell us about your company.');
    expect(html.replaceAll('<!-- -->', '')).toMatch(/deleted 180 days .* junk after 30 days/);
    for (const name of ['pitch', 'fundName', 'introduction', 'thanks', 'privacy', 'triage'])
      expect(html).toContain(`name="${name}"`);
  });

  test('the first wrong setting has the focus', async () => {
    const form = { fundName: 'x'.repeat(101), thanks: 'x'.repeat(99_000) };
    const html = await renderScreen(intake, '/admin/intake', { as: people.maren, form });
    const focused = html.match(/<[^>]*autofocus[^>]*>/gi);
    expect(focused).toEqual([expect.stringContaining('name="fundName"')]);
  });

  test('settings are stored, and the history shows what changed', async () => {
    await save({ pitch: 'on', fundName: 'Quillmoor', triage: 'everyone', thanks: 'Thanks!' });
    expect(await getIntakeSettings()).toMatchObject({
      pitch: true,
      fundName: 'Quillmoor',
      triage: 'everyone',
      thanks: 'Thanks!',
      introduction: null,
      privacy: null,
    });
    const { subject, actorId, fields } = await readLastEvent();
    expect([subject, actorId]).toEqual(['intake', people.maren.id]);
    expect(fields).toMatchObject({ pitch: [false, true], thanks: [null, 'Thanks!'] });
  });

  test('an emptied text becomes the default again', async () => {
    await save({ thanks: 'Thanks!' });
    await save({ thanks: '', blocked: '' });
    expect((await getIntakeSettings()).thanks).toBeNull();
  });

  test('blocked senders are one a line, and missing fields stay', async () => {
    await save({ blocked: 'Sales@Spam.example\r\n\r\n @leads.example \nsales@spam.example' });
    await save({ fundName: 'Quillmoor' });
    expect(await listBlockedSenders()).toEqual(['@leads.example', 'sales@spam.example']);
    await save({ blocked: '@leads.example' });
    expect((await readLastEvent()).fields).toEqual({
      pitch: undefined,
      unblocked: [null, ['sales@spam.example']],
    });
  });

  test('a sender blocked since the form was opened stays blocked', async () => {
    const html = await renderScreen(intake, '/admin/intake', { as: people.maren });
    const shown = Object.fromEntries(listSentFields(html, 'blocked'));
    await transaction(async (tx) => blockSender(tx, 'sales@spam.example'));
    expect((await save({ ...shown, thanks: 'Thanks!' })).status).toBe(302);
    expect(await listBlockedSenders()).toContain('sales@spam.example');
    expect((await getIntakeSettings()).thanks).toBe('Thanks!');
  });

  test('what two admins changed differently is named first', async () => {
    const html = await renderScreen(intake, '/admin/intake', { as: people.maren });
    const shown = Object.fromEntries(listSentFields(html, 'thanks'));
    await save({ thanks: 'Theirs' });
    const again = await renderScreen(intake, '/admin/intake', {
      as: people.maren,
      form: { ...shown, thanks: 'Mine' },
    });
    expect(again).toContain('it is now “Theirs”');
    expect((await getIntakeSettings()).thanks).toBe('Theirs');
    await save(Object.fromEntries(listSentFields(again, 'thanks')));
    expect((await getIntakeSettings()).thanks).toBe('Mine');
  });

  test('a line that is no sender is refused with the line', async () => {
    const html = await renderScreen(intake, '/admin/intake', {
      as: people.maren,
      form: { blocked: 'sales@spam.example\neveryone', fundName: 'Kept' },
    });
    expect(html).toContain('“everyone” is neither an email address nor a domain');
    expect(html).toContain('value="Kept"');
  });

  test("the fund's name is that of FUND_NAME until it is set", async () => {
    env.FUND_NAME = 'From the environment';
    await save({ fundName: '' });
    expect(await getFundName()).toBe('From the environment');
    await save({ fundName: 'From the form' });
    expect(await getFundName()).toBe('From the form');
  });

  test('a form of somebody who is no admin anymore keeps its text', async () => {
    const sent = { as: people.tomas, form: { thanks: 'Thank you for writing.' } };
    const answer = await call(intake, 'POST', '/admin/intake', sent);
    expect([answer.status, await answer.json()]).toEqual([
      403,
      {
        message: 'Admin access required. Nothing was saved.',
        typed: [['thanks', 'Thank you for writing.']],
      },
    ]);
  });

  test('nobody but admins sees or changes the settings', async () => {
    for (const as of [people.ana, people.tomas]) {
      expect((await call(intake, 'GET', '/admin/intake', { as })).status).toBe(403);
      const sent = { as, form: { pitch: 'on' } };
      expect((await call(intake, 'POST', '/admin/intake', sent)).status).toBe(403);
    }
  });
});
