import { beforeEach, describe, expect, test } from 'vitest';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import * as deals from '~/routes/api.pipelines';
import * as deal from '~/routes/api.pipelines_.$id';
import * as dashboard from '~/routes/dashboard/route';
import * as edit from '~/routes/pipeline.$id.edit/route';
import * as evaluation from '~/routes/pipeline.$id.evaluation/route';
import * as historyPage from '~/routes/pipeline.$id.history/route';
import * as newDeal from '~/routes/pipeline.new/route';
import { call, createCastForAll } from '../support/cast';
import { addDeal, deleteDeals, getStoredDeal } from '../support/deals';
import { listSentFields, readText, renderScreen } from '../support/render-screen';

const people = createCastForAll();
let id: number;
beforeEach(async () => {
  await deleteDeals();
  id = await addDeal(people.ana, { evaluationScore: 5 });
});

const at = (dealId = id) => ({ as: people.ana, params: { id: String(dealId) } });
const listHistory = async (dealId = id) =>
  readText(await renderScreen(historyPage, `/pipeline/${dealId}/history`, at(dealId)));
const put = (json: object) => call(deal, 'PUT', `/api/pipelines/${id}`, { ...at(), json });

describe('the reason for a score (rule 6.11)', () => {
  test('the API stores a reason with the change of the score', async () => {
    const answer = await put({ evaluationScore: 8, scoreReason: ' Second call ' });
    expect(await answer.json()).not.toHaveProperty('scoreReason');
    expect(await listHistory()).toContain('|“Second call”|Score|5.0|→|8.0|');
    const json = { companyName: 'New', evaluationScore: 3, scoreReason: 'Too early' };
    const created = await call(deals, 'POST', '/api/pipelines', { as: people.ana, json });
    const { id: other } = (await created.json()) as { id: number };
    expect(await listHistory(other)).toContain('“Too early”');
  });

  test('a reason without a changed score is dropped', async () => {
    await put({ evaluationScore: 5, comments: 'Other', scoreReason: 'Unused' });
    expect(await listHistory()).not.toContain('Unused');
    expect((await put({ scoreReason: 'Alone' })).status).toBe(400);
    expect((await put({ evaluationScore: 6, scoreReason: 'x'.repeat(501) })).status).toBe(400);
    expect((await put({ evaluationScore: 6, scoreReason: null })).status).toBe(200);
  });

  test('the cell, the deal form and the evaluation ask for a reason', async () => {
    const scored = { intent: 'score', id: String(id), seen: '5', evaluationScore: '6' };
    const cell = { ...scored, scoreReason: 'From the table' };
    await call(dashboard, 'POST', `/dashboard?score=${id}`, { as: people.ana, form: cell });
    const html = await renderScreen(edit, `/pipeline/${id}/edit`, at());
    const form = Object.fromEntries(listSentFields(html, 'companyName')) as Record<string, string>;
    expect(form.scoreReason).toBe('');
    const sent = { ...form, evaluationScore: '7', scoreReason: 'From the form' };
    await call(edit, 'POST', `/pipeline/${id}/edit`, { ...at(), form: sent });
    await saveEvaluation(people.ana, id, { marketSize: 9 });
    const evaluationPage = await renderScreen(evaluation, `/pipeline/${id}/evaluation`, at());
    const adopted = Object.fromEntries(listSentFields(evaluationPage, 'scoreReason')) as Record<
      string,
      string
    >;
    const adopt = { ...adopted, intent: 'deal-score', scoreReason: 'As evaluated' };
    await call(evaluation, 'POST', `/pipeline/${id}/evaluation`, { ...at(), form: adopt });
    const history = await listHistory();
    for (const reason of ['From the table', 'From the form', 'As evaluated'])
      expect(history).toContain(`|“${reason}”|Score|`);
    expect((await getStoredDeal(id))!.evaluationScore).toBe(5.1);
  });

  test('an invalid score returns the typed reason', async () => {
    const form = { intent: 'score', id: String(id), evaluationScore: '99', scoreReason: 'Typed' };
    const table = await renderScreen(dashboard, `/dashboard?score=${id}`, { as: people.ana, form });
    expect(table).toContain('value="Typed"');
    const created = { companyName: '', evaluationScore: '7', scoreReason: 'Typed' };
    expect(
      await renderScreen(newDeal, '/pipeline/new', { as: people.ana, form: created }),
    ).toContain('value="Typed"');
  });

  test('a reason that is too long is named by its label', async () => {
    const form = { companyName: 'Acme', evaluationScore: '7', scoreReason: 'x'.repeat(501) };
    const page = await renderScreen(newDeal, '/pipeline/new', { as: people.ana, form });
    expect(readText(page)).toContain('|Reason for the score: Please use at most 500 characters|');
  });
});
