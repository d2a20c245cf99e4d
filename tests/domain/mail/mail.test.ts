import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { users } from '#db/schema';
import { receivedMails, stopMails } from '../../support/mail-server';

const { approveUser, rejectUser } = await import('~/domain/user/approve.server');
const { sendPasswordLink } = await import('~/domain/user/password-link.server');
const { confirmAppSetup, findPendingAppSetup, startAppSetup } =
  await import('~/domain/second-factor/app-setup.server');
const { generateCode } = await import('~/domain/second-factor/code.server');
const { resetSecondFactor } = await import('~/domain/second-factor/reset.server');
const { deliverMail } = await import('~/domain/mail/send.server');
const { writeReviewMail } = await import('~/jobs/mail/review-mail.server');
const { transaction } = await import('#db/transaction');
const { createCast } = await import('../../support/cast');

const people = await createCast();
afterAll(stopMails);

async function nextMail(): Promise<string> {
  await expect.poll(() => receivedMails.length, { timeout: 5_000 }).toBeGreaterThan(0);
  return receivedMails.shift()!;
}

describe('mails about accounts (rules 1.11, 1.27 and 1.36)', () => {
  test('applicants get a mail when approved or rejected', async () => {
    await approveUser(people.maren, people.pia.id);
    const mail = await nextMail();
    expect(mail).toContain('To: pia@demo.example');
    expect(mail).toContain('Subject: Your account is approved');
    expect(mail).toContain('https://deals.fund.example/login');
    await rejectUser(people.maren, people.quentin.id);
    const rejection = await nextMail();
    expect(rejection).toContain('To: quentin@demo.example');
    expect(rejection).toContain('Subject: Your account was not approved');
  });

  test('no stored name or company becomes a header of a mail', async () => {
    const { ana, ben } = people;
    const evil = 'Gantry\r\nBcc: eve@evil.example\r\n\r\n<script>';
    await transaction(async (tx) => {
      await tx.update(users).set({ firstName: evil, lastName: evil }).where(eq(users.id, ben.id));
    });
    await sendPasswordLink(people.maren, ben.id);
    const appUrl = 'https://deals.fund.example';
    const links = { appUrl, unsubscribeUrl: `${appUrl}/u` };
    const deal = { id: 1, company: evil, facts: [evil], reason: evil };
    const section = { title: 'Urgent', count: '1', deals: [deal], rest: '' };
    await deliverMail(
      writeReviewMail({ ...ana, firstName: evil }, 'Nov 23, 2026', [section], links),
    );
    for (const to of [ben.email, ana.email]) {
      const [headers, ...body] = (await nextMail()).split('\r\n\r\n');
      expect(headers).toContain(`To: ${to}`);
      expect(headers).not.toContain('evil.example');
      expect(body.join()).toContain('evil.example');
    }
  });

  test('a password link is mailed to its account only', async () => {
    expect(await sendPasswordLink(people.maren, people.ana.id)).toBeUndefined();
    const mail = await nextMail();
    expect(mail).toContain('To: ana@demo.example');
    expect(mail).toMatch(/https:\/\/deals\.fund\.example\/password\/[\w-]{43}/);
    expect(receivedMails).toEqual([]);
  });

  test('a change of the two-step login is mailed to its account', async () => {
    const { ana, maren } = people;
    await startAppSetup(ana, 'here');
    const code = generateCode((await findPendingAppSetup(ana, 'here'))!.secret);
    await confirmAppSetup(ana, 'here', { code, endOthers: false });
    expect(await nextMail()).toContain('An authenticator app was added.');
    await resetSecondFactor(maren, ana.id);
    const mail = await nextMail();
    expect(mail).toContain('To: ana@demo.example');
    expect(mail).toContain('Subject: Your two-step login has changed');
    expect(mail).toContain('Two-step login was reset by an administrator.');
    expect(mail.replace(/=\r?\n|\r?\n/g, ' ')).toContain('your API tokens have ended');
  });
});

test('an unreachable mail server blocks nobody and leaks no link', async () => {
  await stopMails();
  const logged: string[] = [];
  const { mock } = vi
    .mocked(console.error)
    .mockImplementation((line: string) => void logged.push(line));
  const letter = await sendPasswordLink(people.maren, people.ben.id);
  expect(letter).toMatchObject({ to: 'ben@demo.example' });
  await expect.poll(() => mock.calls.length, { timeout: 5_000 }).toBe(1);
  expect(JSON.parse(logged[0]!)).toMatchObject({
    kind: 'error',
    what: "Mail 'Choose your password' was not sent",
  });
  expect(logged[0]).not.toContain('/password/');
  vi.mocked(console.error).mockClear();
});
