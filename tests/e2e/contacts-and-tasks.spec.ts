import { expect, test } from './fixtures';
import { expectError, expectMessage } from './steps';

test.describe('contacts and tasks (rules 25.3, 25.4, 25.9, 25.10 and 25.12)', () => {
  test(
    'a contact is added, edited, deleted and restored',
    { tag: '@both' },
    async ({ page, visit, ready, api, expectedErrors }) => {
      const [id] = await api.create({ companyName: 'Gantrywell', ceoName: 'Ines Mora' });
      await visit(`/pipeline/${id}`);
      const section = page.getByRole('region', { name: 'Contacts' });
      const open = () => section.getByText('Add a contact').click();
      await open();
      await section.getByLabel('Name').fill('Ines Mora');
      await section.getByLabel('Email').fill('ines@gantrywell.example');
      await section.getByRole('button', { name: 'Add contact' }).click();
      await expectMessage(page, 'Success', 'Contact added');
      await ready();
      await expect(section.getByRole('link', { name: 'ines@gantrywell.example' })).toHaveAttribute(
        'href',
        'mailto:ines@gantrywell.example',
      );
      await open();
      await expect(section.getByLabel('Name')).toHaveValue('');

      await section.getByRole('link', { name: 'Edit Ines Mora' }).click();
      await ready();
      await page.getByLabel('Role').fill('CEO');
      await page.getByLabel('Link').fill('https://');
      await page.evaluate(() =>
        document.querySelector('form#contact')?.setAttribute('novalidate', ''),
      );
      expectedErrors.push(400);
      await page.getByRole('button', { name: 'Save contact' }).click();
      await expectError(page, 'Link', 'Please enter a web address, such as www.acme.com');
      await expect(page.getByLabel('Role')).toHaveValue('CEO');
      await page.getByLabel('Link').fill('www.gantrywell.example');
      await page.getByRole('button', { name: 'Save contact' }).click();
      await expectMessage(page, 'Success', 'Contact saved');
      await ready();
      await expect(section).toContainText('Ines Mora, CEO');

      await section.getByRole('link', { name: 'Edit Ines Mora' }).click();
      await ready();
      await page.getByRole('button', { name: 'Delete contact' }).click();
      await expectMessage(page, 'Success', 'Contact deleted');
      await expect(section.getByRole('listitem')).toHaveCount(0);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(section).toContainText('Ines Mora, CEO');
    },
  );

  test('a task is added, listed at /tasks and in review, and done', async ({
    page,
    visit,
    ready,
    api,
  }) => {
    const [id] = await api.create({ companyName: 'Gantrywell' });
    await visit(`/pipeline/${id}`);
    const section = page.getByRole('region', { name: 'Tasks' });
    for (const [title, day] of [
      ['Call Ines', new Date().toISOString().slice(0, 10)],
      ['Read the deck', '2026-01-05'],
    ] as const) {
      if (await section.getByLabel('To do').isHidden())
        await section.getByText('Add a task').click();
      await section.getByLabel('To do').fill(title);
      await section.getByLabel('Day').fill(day);
      await section.getByRole('button', { name: 'Add task' }).dblclick();
      await expectMessage(page, 'Success', 'Task added');
      await ready();
      await expect(section.getByLabel('To do')).toHaveValue('');
    }
    await expect(section.getByRole('listitem')).toHaveText([
      /^Read the deck.*overdue/,
      /^Call Ines/,
    ]);

    await visit('/review');
    const review = page.getByRole('region', { name: 'Yours this week' });
    await expect(review).toContainText('Read the deck');
    await expect(review).toContainText('Call Ines (today)');
    await visit('/tasks');
    const own = page.getByRole('listitem').filter({ hasText: 'Gantrywell' });
    await own.first().getByRole('button', { name: 'Done' }).click();
    await expectMessage(page, 'Done', 'Read the deck');
    await expect(own).toHaveCount(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(own).toHaveCount(2);

    await visit(`/pipeline/${id}`);
    await section.getByRole('button', { name: 'Done' }).last().click();
    await expect(section.getByText('1 done')).toBeVisible();
    await ready();
    await section.getByText('1 done').click();
    await section.getByRole('link', { name: 'Edit Call Ines' }).click();
    await ready();
    await page.getByLabel('Done').uncheck();
    await page.getByRole('button', { name: 'Save task' }).click();
    await expectMessage(page, 'Success', 'Task saved');
    await expect(section.getByRole('listitem')).toHaveCount(2);
  });
});
