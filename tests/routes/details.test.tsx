import { beforeAll, describe, expect, test } from 'vitest';
import { createDeal } from '~/domain/deal/create.server';
import { updateDeal } from '~/domain/deal/update.server';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import { changeName } from '~/domain/user/change-name.server';
import * as dashboard from '~/routes/dashboard/route';
import { createCastForAll } from '../support/cast';
import { findTags, readText, renderScreen } from '../support/render-screen';

const people = createCastForAll();
let ids: number[];
beforeAll(async () => {
  ids = [];
  for (let n = 0; n < 60; n++)
    ids.unshift(await createDeal(people.ana, { companyName: `Deal ${n}`, industries: ['AI'] }));
});

const dialog = async (query: string, as = people.ana) =>
  /<dialog[\s\S]*<\/dialog>/.exec(await renderScreen(dashboard, `/dashboard${query}`, { as }))![0];
const linkTo = (html: string, rel: string) =>
  /href="([^"]*)"/
    .exec(findTags(html, 'a').find((tag) => tag.includes(`rel="${rel}"`)) ?? '')?.[1]
    ?.replaceAll('&amp;', '&');

describe('the details dialog (rules 5.18, 5.19, 5.20 and 12.30)', () => {
  test('details link to neighbours in the filtered list', async () => {
    const middle = await dialog(`?industry=AI&details=${ids[1]}`);
    expect(linkTo(middle, 'prev')).toBe(`/dashboard?industry=AI&details=${ids[0]}`);
    expect(linkTo(middle, 'next')).toBe(`/dashboard?industry=AI&details=${ids[2]}`);
    expect(readText(middle)).toContain('|2 of 60|');
    const first = await dialog(`?details=${ids[0]}`);
    expect([linkTo(first, 'prev'), linkTo(first, 'next')]).toEqual([
      undefined,
      `/dashboard?details=${ids[1]}`,
    ]);
    const endOfPage = await dialog(`?details=${ids[49]}`);
    expect(linkTo(endOfPage, 'next')).toBe(`/dashboard?details=${ids[50]}&page=2`);
    const startOfPage = await dialog(`?page=2&details=${ids[50]}`);
    expect(linkTo(startOfPage, 'prev')).toBe(`/dashboard?details=${ids[49]}`);
    expect(readText(startOfPage)).toContain('|51 of 60|');
    const last = await dialog(`?page=2&details=${ids[59]}`);
    expect(linkTo(last, 'next')).toBeUndefined();
    const elsewhere = await dialog(`?page=2&details=${ids[0]}`);
    expect([linkTo(elsewhere, 'prev'), linkTo(elsewhere, 'next')]).toEqual([undefined, undefined]);
  });

  test('details show owner, editor, coloured score and history', async () => {
    const id = ids[5]!;
    await updateDeal(people.maren, id, { evaluationScore: 5 });
    const byMaren = await dialog(`?details=${id}`);
    expect(readText(byMaren)).toMatch(
      /\|Owner\|Ana Lindqvist\|Transfer\|Collaborators\|–\|Add people\|Stage\|New\|Move\|Last updated\|\w+ \d+, \d{4}, [^|]+ by Maren Holt\|/,
    );
    expect(byMaren).toContain('<span class="score tone-yellow">5.0/10</span>');
    expect(byMaren).toContain(`href="/pipeline/${id}/history?`);
    expect(byMaren).toContain(`href="/pipeline/${id}/owner?back=`);
    await saveEvaluation(people.ana, id, { marketSize: 7 });
    expect(readText(await dialog(`?details=${id}`))).toContain(' by Ana Lindqvist|');
    const ofStaff = await dialog(`?details=${id}`, people.tomas);
    expect(ofStaff).toContain(`href="/pipeline/${id}/owner?back=`);
  });

  test('a Chinese owner is named family name first', async () => {
    const id = await createDeal(people.ben, { companyName: '智能', industries: [] });
    await changeName(people.ben, { firstName: '美', lastName: '陈' });
    expect(readText(await dialog(`?details=${id}`, people.maren))).toContain('|Owner|陈美|');
  });

  test('URLs in the details are links', async () => {
    const id = ids[6]!;
    await updateDeal(people.ana, id, { comments: 'Deck: https://deck.example/a?b=1.' });
    expect(await dialog(`?details=${id}`)).toContain(
      'Deck: <a href="https://deck.example/a?b=1" class="link" rel="noopener noreferrer" ' +
        'target="_blank">https://deck.example/a?b=1</a>.',
    );
  });
});
