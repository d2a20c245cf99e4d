import { describe, expect, test } from 'vitest';
import { transaction } from '#db/transaction';
import { addCustomField } from '~/domain/custom-field/create.server';
import { updateCustomField } from '~/domain/custom-field/update.server';
import { disableUser } from '~/domain/operations/disable-user.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import * as history from '~/routes/admin_.history/route';
import { createCastForEach } from '../support/cast';
import { decide, receive } from '../support/inbox';
import { readText, renderScreen } from '../support/render-screen';

const people = createCastForEach();
const readHistory = async () =>
  readText(await renderScreen(history, '/admin/history', { as: people.maren }));

describe("the admin's history (rule 29.6)", () => {
  test('an accepted item is told with the name of its deal', async () => {
    const { body } = await decide(people.maren, await receive({}), 'accept');
    const told = 'State|Pending|→|Accepted|Deal|empty|→|Quillmoor';
    expect(await readHistory()).toContain(told);
    await deleteDeal(people.maren, body.pipelineId);
    expect(await readHistory(), 'after its deletion').toContain(told);
  });
});

describe("the admin's history of fields and accounts (rule 24.6)", () => {
  test('archiving and disabling are told as yes or no', async () => {
    const field = { name: 'Thesis', kind: 'text' as const, required: false, options: [] };
    const { key } = await addCustomField(people.maren, field);
    await updateCustomField(people.maren, key, { archived: true });
    await transaction((tx) => disableUser(tx, people.maren, people.ana));
    const told = await readHistory();
    expect(told).toContain('Field changed|Thesis');
    expect(told).toContain('Archived|no|→|yes');
    expect(told).toContain('Disabled|no|→|yes');
  });
});
