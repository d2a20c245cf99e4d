import { beforeAll, expect, test } from 'vitest';
import { saveEvaluation } from '~/models/evaluation/write.server';
import { listDamagedTexts } from '~/models/history/damaged-texts.server';
import { updatePipeline } from '~/models/pipeline/write.server';
import { type Cast, cast } from '../../support/cast';
import { addPipeline } from '../../support/pipelines';

let people: Cast;
beforeAll(async () => {
  people = await cast();
});

test('lists every text with a replacement character, and the last value without one', async () => {
  const { ana } = people;
  const healthy = await addPipeline(ana, { companyName: '深圳前海微众银行', comments: '𠮷野家' });
  await saveEvaluation(ana, healthy, { marketNotes: '市場' });
  expect(await listDamagedTexts()).toEqual([]);

  const deal = await addPipeline(ana, {
    companyName: '株式会社',
    comments: '深圳前海',
    industries: ['金融'],
  });
  await updatePipeline(ana, deal, { comments: '深圳前海。' });
  await updatePipeline(ana, deal, { comments: '深\ufffd\ufffd海。', industries: ['金\ufffd'] });
  await updatePipeline(ana, deal, { comments: '深\ufffd\ufffd海!' });
  await saveEvaluation(ana, deal, { marketNotes: '市\ufffd' });
  const found = await listDamagedTexts();
  expect(
    found.map(({ dealId, companyName, field, now, before }) => [
      dealId,
      companyName,
      field,
      now,
      before?.value,
    ]),
  ).toEqual([
    [deal, '株式会社', 'Industries', '金\ufffd', '金融'],
    [deal, '株式会社', 'Comments', '深\ufffd\ufffd海!', '深圳前海。'],
    [deal, '株式会社', 'Market notes', '市\ufffd', undefined],
  ]);
  expect(found[0]!.before).toMatchObject({ actorEmail: ana.email, at: expect.any(Date) as Date });
});
