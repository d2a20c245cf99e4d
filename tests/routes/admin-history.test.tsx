import { describe, expect, test } from 'vitest';
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
