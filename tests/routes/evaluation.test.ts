import { beforeEach, describe, expect, it } from 'vitest';
import { createDeal } from '~/domain/deal/create.server';
import { getDeal } from '~/domain/deal/get.server';
import { updateDeal } from '~/domain/deal/update.server';
import { CATEGORIES, CRITERIA, NOTES_KEYS } from '~/domain/evaluation/criteria';
import * as api from '~/routes/api.pipelines_.$id_.evaluation';
import * as screen from '~/routes/pipeline.$id.evaluation/route';
import { call, createCastForAll } from '../support/cast';
import { listSentFields, renderScreen as rendered } from '../support/render-screen';
import { readToast } from '../support/toast';

type Sent = Parameters<typeof call>[3];

/** Scores 5.8 in the header, 5.5 over all 26. */
const UNEVEN = [2, 3.2, 4.1, 5.3, 10, 6.4, 9.7];
const SCORES: Record<string, number> = Object.fromEntries(
  CATEGORIES.flatMap(({ criteria }, i) => criteria.map(({ key }) => [key, UNEVEN[i]!])),
);
const TEXTS = Object.fromEntries(NOTES_KEYS.map((key) => [key, `市场 <b>& ${key}`]));
const FORM = {
  ...Object.fromEntries(Object.entries(SCORES).map(([key, score]) => [key, String(score)])),
  ...TEXTS,
  version: '0',
};

const people = createCastForAll();
let id: number;
let other: number;
beforeEach(async () => {
  id = await createDeal(people.ana, {
    companyName: 'Halden Optics',
    industries: ['AI'],
    fundingRound: 'B',
    evaluationScore: 2,
    nextMeetingDate: 'ASAP',
  });
  other = await createDeal(people.ana, { companyName: 'Neighbour', industries: [] });
});

const getParams = (deal: number) => ({ id: String(deal) });
const onApi = (method: string, sent: Sent = {}, deal = id) =>
  call(api, method, `/api/pipelines/${deal}/evaluation`, {
    as: people.ana,
    params: getParams(deal),
    ...sent,
  });
const onScreen = (method: string, sent: Sent = {}, deal = id) =>
  call(screen, method, `/pipeline/${deal}/evaluation`, {
    as: people.ana,
    params: getParams(deal),
    ...sent,
  });
const stored = async (deal = id) => (await onApi('GET', {}, deal)).json();

describe('the evaluation API (rules 6.9, 7.1, 7.3, 7.8 and 11.13)', () => {
  it('the API is 404 before the first save, then returns it', async () => {
    expect((await onApi('GET')).status).toBe(404);
    const saved = await onApi('POST', { json: { ...SCORES, ...TEXTS } });
    expect(saved.status).toBe(200);
    const answer = await stored();
    expect(await saved.json()).toEqual(answer);
    expect(answer).toMatchObject({ ...SCORES, ...TEXTS });
    expect(Object.keys(answer).sort()).toEqual(
      [
        ...CRITERIA.map(({ key }) => key),
        ...NOTES_KEYS,
        'pipelineId',
        'overallScore',
        'createdAt',
        'updatedAt',
      ].sort(),
    );
  });

  it('the API refuses an outdated If-Match (rule 11.13)', async () => {
    const tag = (answer: Response) => ({ 'If-Match': answer.headers.get('ETag')! });
    await onApi('POST', { json: SCORES });
    const read = tag(await onApi('GET'));
    const saved = await onApi('POST', { json: { ...SCORES, capTable: 3 }, headers: read });
    expect(saved.status).toBe(200);
    const late = await onApi('POST', { json: { ...SCORES, capTable: 9 }, headers: read });
    expect(late.status).toBe(412);
    expect(await stored()).toMatchObject({ capTable: 3 });
    expect((await onApi('POST', { json: SCORES, headers: tag(saved) })).status).toBe(200);
  });

  it('the API computes the overall score, ignores unknown keys', async () => {
    const sent = {
      ...SCORES,
      overallScore: 9.9,
      pipelineId: other,
      createdAt: '2001-01-01T00:00:00.000Z',
      evaluationScore: 9,
    };
    expect((await onApi('POST', { json: sent })).status).toBe(200);
    const answer = await stored();
    expect(answer).toMatchObject({ overallScore: 5.5, pipelineId: id });
    expect(answer.createdAt.startsWith('2001')).toBe(false);
    expect((await onApi('GET', {}, other)).status).toBe(404);
    expect(await getDeal(people.ana, id)).toMatchObject({ evaluationScore: 2 });
  });

  it('misspelled keys alone do not empty the stored evaluation', async () => {
    await onApi('POST', { json: SCORES });
    for (const json of [{ market_size: 9 }, { scores: SCORES }])
      expect((await onApi('POST', { json })).status).toBe(400);
    expect(await stored()).toMatchObject(SCORES);
    expect((await onApi('POST', { json: {} })).status, 'without scores').toBe(200);
  });

  it.each([0, 0.9, 10.1, -3, 'abc', [5], true])(
    'the API refuses %j and keeps the stored values',
    async (score) => {
      await onApi('POST', { json: SCORES });
      const refused = await onApi('POST', { json: { ...SCORES, marketSize: 1, capTable: score } });
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({
        message: 'Validation Error',
        errors: [{ path: 'capTable', message: 'Please enter a score from 1 to 10' }],
      });
      expect(await stored()).toMatchObject({ marketSize: 2, capTable: 6.4 });
    },
  );
});

describe('the evaluation screen (rules 3.18, 3.19, 6.10, 7.4, 7.16 and 7.17)', () => {
  it('the screen saves a repeated form once with a message', async () => {
    const saved = await onScreen('POST', { form: FORM });
    const { updatedAt } = await stored();
    expect((await onScreen('POST', { form: FORM })).status).toBe(302);
    expect(await stored()).toMatchObject({ updatedAt });
    expect([saved.status, saved.headers.get('Location')]).toEqual([
      302,
      `/pipeline/${id}/evaluation`,
    ]);
    expect(await readToast(saved)).toMatchObject({
      title: 'Success',
      text: 'Evaluation saved successfully',
    });
    expect(await stored()).toMatchObject({ ...SCORES, ...TEXTS, overallScore: 5.5 });
  });

  const version = async () => String(Date.parse((await stored()).updatedAt));

  it('the screen clears shown empty fields and keeps hidden ones', async () => {
    await onScreen('POST', { form: FORM });
    const { updatedAt: _, ...before } = await stored();
    const form = { marketSize: '8', capTable: '', teamNotes: '', version: await version() };
    expect((await onScreen('POST', { form })).status).toBe(302);
    const { updatedAt: __, ...after } = await stored();
    // Reduces the sum from 143.1: market size adds 6, the empty cap table counts as 5 instead of
    // 6.4.
    expect(after).toEqual({
      ...before,
      marketSize: 8,
      capTable: null,
      teamNotes: null,
      overallScore: 5.7,
    });
  });

  it('the screen sends each of its fields', async () => {
    const html = await rendered(screen, `/pipeline/${id}/evaluation`, {
      as: people.ana,
      params: getParams(id),
    });
    expect(new Set(listSentFields(html, 'marketSize').map(([name]) => name))).toEqual(
      new Set([...Object.keys(FORM), 'opened', 'openedBy']),
    );
  });

  it('the screen refuses notes beyond the limit', async () => {
    const refused = await onApi('POST', { json: { teamNotes: 'x'.repeat(4_001) } });
    expect(await refused.json()).toMatchObject({ errors: [{ path: 'teamNotes' }] });
  });

  it('an invalid value returns the input and stores nothing', async () => {
    const refused = await onScreen('POST', { form: { ...FORM, capTable: '12' } });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      failure: 'Failed to save evaluation',
      result: {
        error: { capTable: ['Please enter a score from 1 to 10'] },
        initialValue: { capTable: '12', marketSize: '2', teamNotes: TEXTS.teamNotes },
      },
    });
    expect((await onApi('GET')).status).toBe(404);
  });

  it('a newer version is overwritten only when submitted again', async () => {
    await onApi('POST', { json: { ...SCORES, capTable: 3 }, as: people.tomas });
    const refused = await onScreen('POST', { form: FORM });
    expect(refused.status).toBe(409);
    const { failure, conflict, result } = await refused.json();
    expect(failure).toBe('Failed to save evaluation');
    expect(conflict.fieldConflicts).toContainEqual({
      field: 'capTable',
      mine: '6.4',
      theirs: '3.0',
    });
    expect(conflict.fieldConflicts).toContainEqual({
      field: 'teamNotes',
      mine: TEXTS.teamNotes,
      theirs: '',
    });
    expect(conflict.fieldConflicts).toHaveLength(1 + NOTES_KEYS.length);
    expect(result.initialValue).toMatchObject({ capTable: '6.4' });
    expect(await stored()).toMatchObject({ capTable: 3 });
    expect(
      (await onScreen('POST', { form: { ...FORM, version: String(conflict.version) } })).status,
    ).toBe(302);
    expect(await stored()).toMatchObject({ capTable: 6.4 });
  });

  it('the screen combines scores of two collaborators', async () => {
    await onApi('POST', { json: { marketSize: 3 } });
    const path = `/pipeline/${id}/evaluation`;
    const html = await rendered(screen, path, { as: people.ana, params: getParams(id) });
    const opened = Object.fromEntries(listSentFields(html, 'marketSize'));
    await onApi('POST', {
      json: { marketSize: 3, capTable: 9, teamNotes: 'Theirs' },
      as: people.tomas,
    });
    const saved = await onScreen('POST', { form: { ...opened, marketSize: '8' } });
    expect(saved.status).toBe(302);
    expect(await readToast(saved)).toMatchObject({
      text: 'Evaluation saved successfully. Also changed in the meantime by Tomas Rivera: Cap table, Team notes',
    });
    expect(await stored()).toMatchObject({ marketSize: 8, capTable: 9, teamNotes: 'Theirs' });
    const { conflict } = await (
      await onScreen('POST', { form: { ...opened, capTable: '2' } })
    ).json();
    expect(conflict.fieldConflicts).toMatchObject([
      { field: 'capTable', mine: '2.0', theirs: '9.0' },
    ]);
  });

  it('the later score of the same person wins', async () => {
    await onApi('POST', { json: { marketSize: 3 } });
    const path = `/pipeline/${id}/evaluation`;
    const html = await rendered(screen, path, { as: people.ana, params: getParams(id) });
    const opened = Object.fromEntries(listSentFields(html, 'marketSize'));
    await onScreen('POST', { form: { ...opened, marketSize: '8' } });
    const saved = await onScreen('POST', { form: { ...opened, marketSize: '9', capTable: '4' } });
    expect(saved.status).toBe(302);
    expect(await stored()).toMatchObject({ marketSize: 9, capTable: 4 });
  });

  it("the header sets the deal's score only on request", async () => {
    await onScreen('POST', { form: FORM });
    expect(await getDeal(people.ana, id)).toMatchObject({ evaluationScore: 2 });
    const version = String(Date.parse((await stored()).updatedAt));
    const used = await onScreen('POST', { form: { intent: 'deal-score', version } });
    expect(await readToast(used)).toMatchObject({
      title: 'Success',
      text: 'Evaluation score updated successfully',
    });
    expect(await getDeal(people.ana, id)).toMatchObject({ evaluationScore: 5.8 });
    expect(await stored()).toMatchObject(SCORES);
  });

  it('a score that was not on screen is not used', async () => {
    await onScreen('POST', { form: FORM });
    const refused = await onScreen('POST', { form: { intent: 'deal-score', version: '1' } });
    expect(await readToast(refused)).toMatchObject({ title: 'Error', failed: true });
    expect(await getDeal(people.ana, id)).toMatchObject({ evaluationScore: 2 });
  });

  it('a deal score changed by someone else is not replaced', async () => {
    await onScreen('POST', { form: FORM });
    const version = String(Date.parse((await stored()).updatedAt));
    await updateDeal(people.tomas, id, { evaluationScore: 9 });
    const refused = await onScreen('POST', {
      form: { intent: 'deal-score', version, seen: '2', scoreReason: 'Strong team' },
    });
    expect(await readToast(refused)).toMatchObject({
      title: 'Error',
      text: 'Failed to update evaluation score. Tomas Rivera has changed it to 9.0 in the meantime. Your reason was: Strong team',
    });
    expect(await getDeal(people.ana, id)).toMatchObject({ evaluationScore: 9 });
    expect(
      await readToast(
        await onScreen('POST', { form: { intent: 'deal-score', version, seen: '9' } }),
      ),
    ).toMatchObject({ title: 'Success' });
  });
});
