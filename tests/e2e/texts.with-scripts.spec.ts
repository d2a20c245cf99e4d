import { CRITERIA, NOTES } from '~/models/evaluation/criteria';
import { expect, test } from './fixtures';
import { expectMessage } from './steps';

/** Characters of three and four bytes in UTF-8. */
const SAMPLE = '深圳前海微众银行🚀株式会社𠮷野家は牛丼😀';

test('Chinese, Japanese and emoji texts survive an unchanged save', async ({
  page,
  visit,
  api,
}) => {
  test.setTimeout(90_000);
  for (let n = 0; n < 4; n++) {
    // Shifted by one byte each time, so that chunk boundaries split different characters.
    const long = 'x'.repeat(n) + SAMPLE.repeat(20);
    const [id] = await api.create({
      companyName: SAMPLE + 'x'.repeat(n),
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
  }
});
