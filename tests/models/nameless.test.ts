import { beforeEach, describe, expect, test } from 'vitest';
import { decisionJson } from '~/models/decision/json';
import { decide } from '~/models/decision/decide.server';
import { listDecisions } from '~/models/decision/list.server';
import { noteJson } from '~/models/note/json';
import { getNote } from '~/models/note/list.server';
import { addNote } from '~/models/note/write.server';
import { handOverPipeline, listHandOvers } from '~/models/pipeline/hand-over.server';
import { addTask, listTasks } from '~/models/task/tasks.server';
import { castForAll } from '../support/cast';
import { addPipeline, clearDeals } from '../support/pipelines';

const people = castForAll();
beforeEach(clearDeals);

describe('An account without a name (rule 12.42)', () => {
  test('is the author of its notes, with id and email', async () => {
    const { nameless } = people;
    const deal = await addPipeline(nameless);
    const note = await getNote(nameless, deal, await addNote(nameless, deal, 'Called'));
    const { id, email } = nameless;
    expect(noteJson(note).author).toEqual({ id, name: email, email });
  });

  test('is who has decided, with id and email', async () => {
    const { nameless } = people;
    const deal = await addPipeline(nameless);
    await decide(nameless, deal, { stage: 'Passed' });
    const [decision] = await listDecisions(nameless, deal);
    const { id, email } = nameless;
    expect(decisionJson(decision!).decidedBy).toEqual({ id, name: email, email });
  });

  test('is who a task is for', async () => {
    const { nameless } = people;
    const deal = await addPipeline(nameless);
    await addTask(nameless, deal, { title: 'Call' });
    expect(await listTasks(nameless, deal)).toMatchObject([{ userName: nameless.email }]);
  });

  test('is named to the new owner of its deal', async () => {
    const { nameless, ben } = people;
    const deal = await addPipeline(nameless);
    await handOverPipeline(nameless, deal, ben.email);
    expect(await listHandOvers(ben)).toMatchObject([{ giver: nameless.email }]);
  });
});
