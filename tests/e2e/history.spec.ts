import { expect, test } from './fixtures';
import { expectMessage, fullName, row } from './steps';

test.describe('history and transfers (rules 2.12, 5.17, 9.10, 9.21, 10.3, 10.4 and 10.16)', () => {
  test('history restores a previous value and compares evaluations', async ({
    page,
    visit,
    api,
    accessible,
  }) => {
    const long = 'Long. '.repeat(200);
    const [id] = await api.create({
      companyName: 'Gantrywell',
      evaluationScore: 6,
      comments: 'First call',
    });
    await api.update(id!, {
      evaluationScore: 8,
      comments: 'Second call',
      keyBusinessNumbers: long,
    });
    await api.evaluate(id!, { marketSize: 3 });
    await api.evaluate(id!, { marketSize: 9 });
    await visit(`/pipeline/${id}/evaluation`);
    await page.getByRole('link', { name: 'History' }).click();
    await expect(page).toHaveURL(`/pipeline/${id}/history`);
    await expect(page.getByRole('img', { name: 'Scores over time: 6.0, 8.0' })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Deal changed' })).toContainText(
      'First call → Second call',
    );
    const restore = page.getByRole('button', { name: 'Restore “First call” (Comments)' });
    await restore.click();
    await expectMessage(page, 'Success', 'Comments restored');
    expect(await api.read(id!)).toMatchObject({ comments: 'First call', evaluationScore: 8 });
    await expect(restore).toHaveCount(0);

    const from = `?from=${encodeURIComponent('/dashboard?search=gantry')}`;
    await visit(`/pipeline/${id}/history${from}`);
    await page.getByRole('link', { name: 'Show full text' }).click();
    await page.getByRole('link', { name: 'History', exact: true }).click();
    await page.getByRole('link', { name: 'View this version' }).last().click();
    await expect(page, 'the list is kept').toHaveURL(
      new RegExp(`/pipeline/${id}/history\\${from}&version=`),
    );
    await expect(page.getByRole('row', { name: /^Market size/ })).toContainText('3.09.0 (differs)');
    await accessible('a former evaluation');
    await page.getByRole('button', { name: 'Restore this evaluation' }).click();
    await expectMessage(page, 'Success', 'Evaluation restored');
    expect(await api.evaluation(id!)).toMatchObject({ marketSize: 3 });
  });

  test('owners, staff and account deletion transfer deals', async ({
    page,
    visit,
    admin,
    user,
    api,
    signUp,
    signIn,
  }) => {
    const ben = await signUp('Ben');
    /** Opens the deal in a list or, as tests share the site, by a search. */
    const choose = async () => {
      const picker = page.getByLabel(/New owner|first transfer the pipelines/);
      const find = page.getByRole('searchbox', { name: 'Find a colleague by name or email' });
      await expect(picker.or(find).first()).toBeVisible();
      if (!(await find.count())) return void (await picker.selectOption(ben.email));
      await find.fill(ben.email);
      await find.press('Enter');
      await page.getByRole('radio', { name: ben.email }).check();
    };
    const name = (what: string) => `${what} of ${user.email}`;
    const [own, ...others] = await api.create(
      { companyName: name('Gantrywell') },
      { companyName: name('Steadwick') },
      { companyName: name('Quillmoor') },
      { companyName: name('Pinwhistle') },
    );
    await visit(`/pipeline/${own}/history`);
    await page.getByRole('link', { name: 'Transfer' }).click();
    await choose();
    await page.getByRole('button', { name: 'Transfer' }).click();
    await expectMessage(page, 'Success', `${name('Gantrywell')} transferred to ${fullName(ben)}`);
    await expect(page).toHaveURL('/dashboard');
    await expect(row(page, 'Gantrywell')).toHaveCount(0);

    await signIn(admin);
    await visit(`/admin/pipelines?search=${encodeURIComponent(user.email)}&size=100`);
    for (const what of ['Steadwick', 'Quillmoor'])
      await page.getByRole('checkbox', { name: `Select ${name(what)}` }).check();
    await page.getByRole('button', { name: 'Transfer Selected' }).click();
    await choose();
    await page.getByRole('button', { name: 'Transfer 2 deals' }).click();
    await expectMessage(page, 'Success', `2 deals transferred to ${fullName(ben)}`);
    await expect(page).toHaveURL(/search=.*size=100/);

    await visit(`/admin?search=${encodeURIComponent(user.email)}`);
    await page.getByRole('link', { name: `Delete ${fullName(user)}` }).click();
    await choose();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expectMessage(page, 'Success', 'User deleted successfully');
    for (const id of [own, ...others]) expect(await ben.api.exists(id!)).toBe(true);

    await signIn(ben);
    await visit('/dashboard');
    const notice = page.getByRole('region', { name: 'Transferred to you' });
    await expect(notice).toContainText('transferred 3 deals to you: ');
    await notice
      .getByRole('button', { name: /^Dismiss/ })
      .first()
      .click();
    await expect(notice.getByRole('button')).toHaveCount(1);
    await notice.getByRole('link', { name: name('Gantrywell') }).click();
    await expect(
      page.getByRole('dialog', { name: `${name('Gantrywell')} - Company Details` }),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await notice.getByRole('button', { name: /^Dismiss/ }).click();
    await expect(notice).toHaveCount(0);
  });
});
