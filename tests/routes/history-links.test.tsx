import { expect, test } from 'vitest';
import { saveEvaluation } from '~/models/evaluation/write.server';
import { updatePipeline } from '~/models/pipeline/write.server';
import * as history from '~/routes/pipeline.$id.history';
import * as change from '~/routes/pipeline.$id.history_.$change';
import { cast } from '../support/cast';
import { addPipeline } from '../support/pipelines';
import { screen, tags } from '../support/screen';

test('the pages of a history pass on the list that the deal was opened from (rule 10.17)', async () => {
  const { ana } = await cast();
  const id = await addPipeline(ana);
  await updatePipeline(ana, id, { comments: 'Long text. '.repeat(100) });
  await saveEvaluation(ana, id, { marketSize: 7 });
  const from = new URLSearchParams({ from: '/dashboard?search=acme' });
  const linksOf = (html: string) => tags(html, 'a').filter((tag) => tag.includes('/history'));
  const params = { id: String(id) };
  const links = linksOf(
    await screen(history, `/pipeline/${id}/history?${from}`, { as: ana, params }),
  );
  const [whole] = links.flatMap((tag) => /history\/(\d+)\?/.exec(tag)?.[1] ?? []);
  expect(links.some((tag) => tag.includes('version='))).toBe(true);
  const path = `/pipeline/${id}/history/${whole}?${from}`;
  links.push(
    ...linksOf(await screen(change, path, { as: ana, params: { ...params, change: whole! } })),
  );
  expect(links.length).toBeGreaterThan(2);
  for (const tag of links) expect(tag).toContain(from.toString());
});
