import { beforeEach, describe, expect, test } from 'vitest';
import { toDecisionJson } from '~/domain/decision/json';
import { listDecisions } from '~/domain/decision/list.server';
import { closeDeal } from '~/domain/decision/move-deal.server';
import { addNote } from '~/domain/note/create.server';
import { toNoteJson } from '~/domain/note/json';
import { getNote } from '~/domain/note/list.server';
import { transferDeal } from '~/domain/operations/transfer-deals.server';
import { listReceivedTransfers } from '~/domain/operations/transfer-notices.server';
import { addTask } from '~/domain/task/edit.server';
import { listTasks } from '~/domain/task/list.server';
import { createCastForAll } from '../../support/cast';
import { addDeal, deleteDeals } from '../../support/deals';

const people = createCastForAll();
beforeEach(deleteDeals);

describe('accounts without a name (rule 12.42)', () => {
  test('a note names its nameless author by id and email', async () => {
    const { nameless } = people;
    const deal = await addDeal(nameless);
    const note = await getNote(nameless, deal, await addNote(nameless, deal, 'Called'));
    const { id, email } = nameless;
    expect(toNoteJson(note).author).toEqual({ id, name: email, email });
  });

  test('a decision names its nameless author by id and email', async () => {
    const { nameless } = people;
    const deal = await addDeal(nameless);
    await closeDeal(nameless, deal, { stage: 'Passed' });
    const [decision] = await listDecisions(nameless, deal);
    const { id, email } = nameless;
    expect(toDecisionJson(decision!).decidedBy).toEqual({ id, name: email, email });
  });

  test('a task names its nameless assignee by email', async () => {
    const { nameless } = people;
    const deal = await addDeal(nameless);
    await addTask(nameless, deal, { title: 'Call' });
    expect(await listTasks(nameless, deal)).toMatchObject([{ userName: nameless.email }]);
  });

  test('a transfer names its nameless giver by email', async () => {
    const { nameless, ben } = people;
    const deal = await addDeal(nameless);
    await transferDeal(nameless, deal, ben.email);
    expect(await listReceivedTransfers(ben)).toMatchObject([{ sender: nameless.email }]);
  });
});
