import { CRITERIA, NOTES } from '~/models/evaluation/criteria';
import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures';
import { expectMessage } from './steps';

/** Characters of three and four bytes in UTF-8. */
const SAMPLE = '深圳前海微众银行🚀株式会社𠮷野家は牛丼😀';

test('Chinese, Japanese and emoji texts survive an unchanged save', async ({
  page,
  visit,
  api,
}) => {
  const long = SAMPLE.repeat(20);
  const [id] = await api.create({
    companyName: SAMPLE,
    ceoName: SAMPLE,
    cooName: SAMPLE,
    cfoName: SAMPLE,
    industries: ['AI', SAMPLE],
    businessIntroduction: long,
    keyBusinessNumbers: long,
    fundingRound: SAMPLE,
    targetFundingSize: SAMPLE,
    nextMeetingDate: SAMPLE,
    comments: long,
  });
  const scores = Object.fromEntries(CRITERIA.map(({ key }) => [key, 7]));
  await api.evaluate(id!, { ...scores, ...Object.fromEntries(NOTES.map((key) => [key, long])) });
  const [pipeline, evaluation] = [await api.read(id!), (await api.evaluation(id!))!];

  await visit(`/pipeline/${id}/edit`);
  await page.getByRole('button', { name: 'Update Deal' }).click();
  await expectMessage(page, 'Success', 'Pipeline updated successfully');
  await visit(`/pipeline/${id}/evaluation`);
  await page.getByRole('button', { name: 'Complete Evaluation' }).click();
  await expectMessage(page, 'Success', 'Evaluation saved successfully');

  expect({ ...(await api.read(id!)), updatedAt: pipeline.updatedAt }).toEqual(pipeline);
  expect({ ...(await api.evaluation(id!)), updatedAt: evaluation.updatedAt }).toEqual(evaluation);
});

test('a name from right to left leaves what stands after it where it is (rule 3.28)', async ({
  page,
  visit,
  api,
}) => {
  const [id, other] = await api.create(
    { companyName: 'שלום', ceoName: 'נור' },
    { companyName: 'Pinwhistle' },
  );
  await api.request.post(`/api/pipelines/${id}/tasks`, { data: { title: 'שיחה' } });
  /** Whether the second text, which follows the first one, stands to the right of it. */
  const isBefore = (within: Locator, texts: [string, string]) =>
    within.evaluate((root, wanted) => {
      const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      nodes.nextNode();
      const [name, after] = wanted.map((text) => {
        while (!nodes.currentNode.textContent!.includes(text) && nodes.nextNode());
        const range = document.createRange();
        const begin = nodes.currentNode.textContent!.indexOf(text);
        range.setStart(nodes.currentNode, begin);
        range.setEnd(nodes.currentNode, begin + text.length);
        return range.getBoundingClientRect();
      });
      return after!.left >= name!.right - 1;
    }, texts);
  for (const [address, name, after] of [
    ['/dashboard', 'נור', ', CEO'],
    [`/dashboard?details=${id}`, 'שלום', ' - Company Details'],
    [`/pipeline/${other}/merge?other=${id}`, 'שלום', 'of Ana Lindqvist, New'],
    [`/pipeline/${id}/history`, 'שיחה', 'Ana Lindqvist'],
    ['/tasks', 'שיחה', 'שלום'],
  ] as const) {
    await visit(address);
    const root = page.locator(address.includes('details') ? 'dialog h2' : 'main');
    await expect(root).toContainText(name);
    expect.soft(await isBefore(root, [name, after]), address).toBe(true);
  }
});
