import { describe, expect, test } from 'vitest';
import { updateDeal } from '~/domain/deal/update.server';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import { createShare } from '~/domain/share/create.server';
import { ShareInput } from '~/domain/share/schema';
import { addTask, updateTask } from '~/domain/task/edit.server';
import * as dealPage from '~/routes/pipeline.$id._index/route';
import * as history from '~/routes/pipeline.$id.history/route';
import * as change from '~/routes/pipeline.$id.history_.$change';
import { createCastForAll } from '../support/cast';
import { addDeal, FULL_DEAL } from '../support/deals';
import { findTags, readText, renderScreen } from '../support/render-screen';

const people = createCastForAll();

const page = (id: number, as = people.ana, query = '') =>
  renderScreen(dealPage, `/pipeline/${id}${query}`, { as, params: { id: String(id) } });

describe('the page of a deal (rules 4.29, 5.28, 19.1 and 19.2)', () => {
  test('the deal page gathers facts, score, history and owner', async () => {
    const id = await addDeal(people.ana, FULL_DEAL);
    const before = readText(await page(id));
    for (const text of ['Mei', 'Cho', 'Visitor', 'AI', 'Space', 'ARR 1', '$5M', 'Feb 29, 2028'])
      expect(before).toContain(`|${text}|`);
    expect(before).toContain('|Line 1\n\nLine 2|');
    expect(before).toContain('|Score 7.5/10|');
    expect(before).toMatch(/\|Next meeting\|30 days \(\w+ \d+, \d{4}\)\|/);
    expect(before).toContain('|Evaluation|Not evaluated yet|+ Evaluate|');
    expect(before).toContain('|Owner|Ana Lindqvist|Transfer|');
    expect(before).toContain('|Ana Lindqvist|added the deal|');

    await saveEvaluation(people.ana, id, { marketSize: 9, marketGrowthRate: 8, teamDepth: 7 });
    const after = readText(await page(id, people.tomas));
    expect(after).toMatch(/\|Evaluation\|Open evaluation\|5\.3\/10\|3 of 26 assessed · /);
    for (const category of ['Market|6.8', 'Business|5.0', 'Team|5.7', 'Strategic fit|5.0'])
      expect(after).toContain(`|${category}|`);
  });

  test('the deal page explains how a target range is counted', async () => {
    const id = await addDeal(people.ana, { targetFundingSize: '1.5-2m USD' });
    expect(readText(await page(id))).toContain(
      '|Target size|1.5-2m USD|(USD 1,750,000, middle of the range)|',
    );
    await updateDeal(people.ana, id, { targetFundingSize: '2m USD' });
    expect(readText(await page(id))).not.toContain('middle of the range');
  });

  test('an amount and its unit stay on one line', async () => {
    const id = await addDeal(people.ana, { targetFundingSize: 'up to 12.000.000 € in all' });
    expect(readText(await page(id))).toContain('|up to 12.000.000\u00a0€ in all|');
  });

  test('the deal page shows five changes and links to the rest', async () => {
    const id = await addDeal(people.ana, { companyName: 'Steadwick' });
    for (let n = 1; n <= 6; n++)
      await updateDeal(people.maren, id, {
        targetFundingSize: `$${n}M`,
        comments: 'x'.repeat(n),
      });
    await updateDeal(people.ana, id, {
      ceoName: 'A',
      cooName: 'B',
      cfoName: 'C',
      comments: 'long '.repeat(40),
      businessIntroduction: 'D',
    });
    const html = await page(id);
    const history = html.slice(html.indexOf('history-title'));
    expect(history.match(/<li/g)).toHaveLength(5);
    expect(readText(history)).toContain('|Target funding size:|$5M|→|$6M|');
    expect(readText(history)).not.toContain('$1M');
    expect(readText(history)).toContain('|and 2 more fields|');
    expect(history.length).toBeLessThan(5_000);
    expect(findTags(history, 'a').join()).toContain(`href="/pipeline/${id}/history"`);
  });

  test('a printed deal says how many tasks it leaves out', async () => {
    const id = await addDeal(people.ana);
    for (let n = 1; n <= 6; n++) await addTask(people.ana, id, { title: `Task ${n}` });
    const html = await page(id);
    expect(html).toContain('<p class="muted hidden print:block">The first 5 of 6 open tasks</p>');
    expect(html).not.toContain(' of 0 files');
  });

  test('the latest changes are sentences', async () => {
    const id = await addDeal(people.ana, { companyName: 'Steadwick' });
    await createShare(people.ana, id, ShareInput.parse({ until: '2099-03-04' }));
    await updateDeal(people.ana, id, { targetFundingSize: '$5M' });
    const task = await addTask(people.ana, id, { title: 'Call the founders' });
    await updateTask(people.ana, id, task, { done: true });
    expect(readText(await page(id))).toMatch(
      new RegExp(
        [
          'completed Call the founders',
          'added Call the founders',
          'set the target funding size',
          'shared the deal until Mar 4, 2099',
          'added the deal',
        ]
          .map((sentence) => `\\|Ana Lindqvist\\|${sentence}\\|.*`)
          .join(''),
        's',
      ),
    );
  });

  test('the deal page links to its actions and back to the list', async () => {
    const id = await addDeal(people.ana, { companyName: 'Gantrywell' });
    const from = '?from=%2Fdashboard%3Fsearch%3Dgan';
    const html = await page(id, people.ana, from);
    const hrefs = findTags(html, 'a').map((tag) => /href="([^"]*)"/.exec(tag)?.[1]);
    for (const part of ['edit', 'evaluation', 'history'])
      expect(hrefs).toContain(`/pipeline/${id}/${part}${from}`);
    expect(hrefs).toContain(`/dashboard?search=gan#deal-${id}`);
    expect(hrefs).toContain(`/pipeline/${id}/delete?back=%2Fdashboard%3Fsearch%3Dgan`);
    expect(
      /<h\d[^>]*>([^<]*)/.exec(html.slice(html.indexOf('<main')))?.[1],
      'the first heading',
    ).toBe('Gantrywell');
  });
});

describe('the pages of a history (rule 10.17)', () => {
  test("the pages of a history link back to the deal's list", async () => {
    const { ana } = people;
    const id = await addDeal(ana);
    await updateDeal(ana, id, { comments: 'Long text. '.repeat(100) });
    await saveEvaluation(ana, id, { marketSize: 7 });
    const from = new URLSearchParams({ from: '/dashboard?search=acme' });
    const listHistoryLinks = (html: string) =>
      findTags(html, 'a').filter((tag) => tag.includes('/history'));
    const params = { id: String(id) };
    const links = listHistoryLinks(
      await renderScreen(history, `/pipeline/${id}/history?${from}`, { as: ana, params }),
    );
    const [whole] = links.flatMap((tag) => /history\/(\d+)\?/.exec(tag)?.[1] ?? []);
    expect(links.some((tag) => tag.includes('version='))).toBe(true);
    const path = `/pipeline/${id}/history/${whole}?${from}`;
    links.push(
      ...listHistoryLinks(
        await renderScreen(change, path, { as: ana, params: { ...params, change: whole! } }),
      ),
    );
    expect(links.length).toBeGreaterThan(2);
    for (const tag of links) expect(tag).toContain(from.toString());
  });
});
