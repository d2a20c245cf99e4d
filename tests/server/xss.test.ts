import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEAL_FIELDS } from '~/domain/deal-field/fields';
import { CRITERIA, NOTES_KEYS } from '~/domain/evaluation/criteria';
import { type Actor, type PeopledServer, startPeopledServer } from '../support/actors';
import type { Answer, TestRequest } from '../support/running-server';

/**
 * Checks that user input is plain text on every page, also in the data for its scripts (ASVS 5.0
 * 1.2.1, 1.2.3).
 */

/**
 * Joins as many payloads as a short field holds: each is found anywhere, except the first, which
 * needs the beginning.
 */
const PAYLOADS = joined([
  'javascript:alert(7777)',
  '<script>alert(7777)</script>',
  '</script><script>alert(7777)</script>',
  '"><img src=x onerror=alert(7777)>',
  "'><svg/onload=alert(7777)>",
  '" onmouseover="alert(7777)" x="',
  "' onfocus='alert(7777)' autofocus='",
  '</title><script>alert(7777)</script>',
  '</textarea><script>alert(7777)</script>',
  '<!--<script>alert(7777)',
  ']]><script>alert(7777)</script>',
  '</style><script>alert(7777)</script>',
  '\u2028alert(7777)\u2029',
  '${alert(7777)}',
  '`;alert(7777);//',
  '\\"};alert(7777);//',
  '</SCRIPT ><ScRiPt>alert(7777)</sCrIpT>',
  '&lt;script&gt;alert(7777)&lt;/script&gt;',
  '<template><script>alert(7777)</script></template>',
  '<meta http-equiv=refresh content=0;url=//evil.example>',
]);

function joined([first = '', ...payloads]: string[]): string[] {
  const texts = [first];
  for (const payload of payloads) {
    const longer = `${texts.at(-1)} ${payload}`;
    if (longer.length < 98) texts.splice(-1, 1, longer);
    else texts.push(payload);
  }
  return texts;
}

const SCRIPT_ADDRESS = /^\s*(?:javascript|data|vbscript):|^\/\//i;
/** Matches the bookmark of the account page, percent-encoded and without anything that was typed. */
const BOOKMARK = /^javascript:(?!.*7777)[\w.!~*'()%-]+$/;
/** Matches a tag as React writes it, with attributes in double quotes. */
const TAG =
  /<(\/?[a-z][a-z0-9]*)((?: [a-zA-Z][a-zA-Z0-9:-]*(?:="[^"]*")?)*)(?: ?\/)?>|<!--\/?\$[?!]?-->|<!-- -->|<!DOCTYPE html>/g;
const BY_PAYLOADS_ONLY = ['img', 'title', 'style', 'iframe', 'object', 'embed', 'base'];

const TEXT_KINDS = ['line', 'lines', 'choice'];

const PERSON = { password: 'a-password-of-2026', firstName: 'New', lastName: 'Person' };
const NAME = {
  firstName: '</script><script>alert(7777)</script>',
  lastName: '" onmouseover="alert(7777)" x="',
};

let server: PeopledServer;
const deals: number[] = [];
const items: number[] = [];
async function post(actor: Actor, path: string, asked: TestRequest): Promise<{ id: number }> {
  const { status, text } = await server.ask('POST', path, {
    cookie: server.cookies[actor],
    ...asked,
  });
  expect(status, `${path} ${text}`).toBeLessThan(400);
  return JSON.parse(text || '{}') as { id: number };
}

async function addEverywhere(payload: string, n: number): Promise<void> {
  const fields = DEAL_FIELDS.filter(({ kind }) => TEXT_KINDS.includes(kind));
  const { id } = await post('owner', '/api/pipelines', {
    json: {
      ...Object.fromEntries(fields.map(({ key }) => [key, payload])),
      industries: [payload, `${payload} `, 'AI'],
    },
  });
  deals.push(id);
  for (const [what, json] of Object.entries({
    evaluation: {
      ...Object.fromEntries(NOTES_KEYS.map((key) => [key, payload])),
      [CRITERIA[0]!.key]: 9,
    },
    contacts: { name: payload, role: payload, phone: `${payload} 1`, note: payload },
    tasks: { title: payload, dueOn: '2026-01-05' },
    memos: { title: payload, summary: payload, risks: payload, questions: payload },
    decisions: { stage: 'Passed', text: payload, conditions: [{ text: payload }] },
  }))
    await post('owner', `/api/pipelines/${id}/${what}`, { json });
  const item = { companyName: payload, contactName: payload, text: payload, heardFrom: payload };
  items.push((await post('owner', '/api/inbox', { json: item })).id);
  const emails = [`xss${n}@demo.example`, `pending${n}@demo.example`] as const;
  await post('admin', '/api/admin/users', { json: { ...PERSON, email: emails[0] } });
  await post('signed out', '/api/auth/signup', { json: { ...PERSON, email: emails[1] } });
  // Names may no longer contain an address; earlier releases stored them.
  server.sql
    .prepare('update users set first_name = ?, last_name = ? where email in (?, ?)')
    .run(payload, payload, ...emails);
}

beforeAll(async () => {
  server = await startPeopledServer();
  for (const [n, payload] of PAYLOADS.entries()) await addEverywhere(payload, n);
  for (const actor of ['owner', 'manager', 'admin'] as const)
    await post(actor, '/account', { form: { intent: 'name', ...NAME } });
});
afterAll(async () => {
  await server.stop();
});

/** Fails if a payload is more than text: an element, an attribute, an address or a script. */
function expectInert({ text, headers }: Answer, where: string): void {
  const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))![1]!;
  const ours = text
    .replace(
      /(<script nonce="[^"]*"[^>]*>)([\s\S]*?)<\/script>/g,
      (_, tag: string, script: string) => {
        expect(tag, where).toContain(`nonce="${nonce}"`);
        expect(
          /<\/|<script|<!--|[\u2028\u2029]/i.exec(script)?.[0],
          `${where}: in a script`,
        ).toBeUndefined();
        return '';
      },
    )
    .replace(/<style nonce="([^"]*)">([\s\S]*?)<\/style>/, (_, own: string, rules: string) => {
      expect([own, rules.includes('7777')], where).toEqual([nonce, false]);
      return '';
    });
  const heads = ours.match(/<title>/g)?.length ?? 0;
  expect(heads, where).toBeLessThan(2);
  // One expectation for all tags: one for each took half of the test's time.
  const flaws: string[] = [];
  const left = ours.replace(TAG, (tag, name: string = '', attributes: string = '') => {
    const isOfPayload = name === 'script' || (name !== 'title' && BY_PAYLOADS_ONLY.includes(name));
    if (isOfPayload || hasScript(attributes)) flaws.push(tag);
    return '';
  });
  expect(flaws, where).toEqual([]);
  expect(/<.{0,60}/s.exec(left)?.[0], `${where}: an odd tag`).toBeUndefined();
}

/** Returns whether an attribute is a handler of an event, or an address that runs a script. */
function hasScript(attributes: string): boolean {
  const all = [...attributes.matchAll(/ ([a-zA-Z][a-zA-Z0-9:-]*)(?:="([^"]*)")?/g)];
  return all.some(([, name = '', value = '']) => {
    const isAddress = /^(?:href|src|action|formaction)$/i.test(name);
    return /^on/i.test(name) || (isAddress && !BOOKMARK.test(value) && SCRIPT_ADDRESS.test(value));
  });
}

const q = (name: string, value: string) => `${name}=${encodeURIComponent(value)}`;
/** All pages that show user input or their query. */
const pages = (deal: number, item: number, payload: string): [Actor[], string][] => [
  [['owner', 'manager', 'admin'], `/dashboard?details=${deal}`],
  [['owner', 'admin'], `/dashboard?owners&score=${deal}`],
  [
    ['owner'],
    `/dashboard?${q('search', payload)}&${q('industry', payload)}&${q('round', payload)}&${q('userId', payload)}&${q('sort', payload)}`,
  ],
  [['owner'], `/pipeline/${deal}`],
  [['owner'], `/pipeline/${deal}/contacts`],
  [['owner'], `/pipeline/${deal}/tasks`],
  [['owner'], `/pipeline/${deal}/memo`],
  [['owner'], `/pipeline/${deal}/share`],
  [['owner'], '/tasks'],
  [['owner', 'manager', 'admin'], `/pipeline/${deal}/edit`],
  [['owner', 'admin'], `/pipeline/${deal}/evaluation`],
  [
    ['owner', 'admin'],
    `/pipeline/${deal}/delete?${q('back', `/dashboard?${q('search', payload)}`)}`,
  ],
  [['admin'], `/inbox?${q('search', payload)}&${q('source', payload)}`],
  [['manager'], '/inbox'],
  [['admin'], `/inbox/${item}`],
  [['owner'], '/account'],
  [['manager', 'admin'], `/admin?${q('search', 'xss')}`],
  [['admin'], `/admin?manager&${q('search', payload)}`],
  [['manager', 'admin'], '/admin/approvals'],
  [['manager', 'admin'], `/admin/pipelines?details=${deal}&${q('group', payload)}`],
  [['admin'], `/admin/pipelines?${q('search', payload)}&${q('owner', payload)}`],
  [['admin'], `/admin/pipelines/delete?id=${deal}`],
  [['signed out'], `/login?${q('to', `/${payload}`)}`],
  [['signed out', 'owner'], `/${encodeURIComponent(payload)}`],
  [['signed out'], `/dashboard?${q('x', payload)}`],
];

describe('stored and reflected', () => {
  test.each(PAYLOADS.map((payload, n) => [n, payload] as const))(
    'payload %i stays text, stored and reflected: %j',
    { timeout: 120_000 },
    async (n, payload) => {
      let shown = 0;
      for (const [actors, path] of pages(deals[n]!, items[n]!, payload)) {
        for (const actor of actors) {
          const answer = await server.ask('GET', path, { cookie: server.cookies[actor] });
          expect([path, answer.status < 500]).toEqual([path, true]);
          if (answer.headers['content-type']?.startsWith('application/json')) continue;
          expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
          expectInert(answer, `${actor} ${path}`);
          if (answer.text.includes('7777')) shown++;
        }
      }
      expect(shown).toBeGreaterThan(10);
    },
  );
});

test('data and JSON responses are never HTML', async () => {
  for (const path of [
    `/pipeline/${deals[1]}/edit.data`,
    `/api/pipelines/${deals[1]}`,
    '/api/pipelines',
    '/api/users',
    '/dashboard.data',
  ]) {
    const { headers } = await server.ask('GET', path, { cookie: server.cookies.owner });
    expect(headers['content-type']).toMatch(/^(?:application\/json|text\/x-script)/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
});

test('a refused form shows its input as text', async () => {
  for (const payload of PAYLOADS) {
    const email = payload;
    const firstName = payload;
    const lastName = payload;
    const deal = { ceoName: payload, fundingRound: payload, industries: payload };
    const refused: [number, Actor, string, Record<string, string>][] = [
      [400, 'owner', '/pipeline/new', { companyName: '', submission: payload, ...deal }],
      [400, 'signed out', '/signup', { email, firstName, lastName, password: payload }],
      [400, 'signed out', '/login', { email, password: 'x' }],
      [400, 'admin', '/admin?manager', { intent: 'manager', email, firstName, password: 'x' }],
      [400, 'owner', '/account', { intent: 'name', firstName, lastName: '' }],
      [
        409,
        'owner',
        `/pipeline/${deals[0]}/edit`,
        { companyName: payload, comments: `${payload}, typed`, version: '999' },
      ],
      [
        400,
        'owner',
        `/pipeline/${deals[0]}/evaluation`,
        { marketNotes: payload, marketSize: payload, version: payload },
      ],
      [400, 'owner', '/dashboard', { id: String(deals[0]), evaluationScore: payload }],
    ];
    for (const [status, actor, path, form] of refused) {
      const answer = await server.ask('POST', path, { cookie: server.cookies[actor], form });
      expect([path, payload, answer.status]).toEqual([path, payload, status]);
      expectInert(answer, `${path} ${payload}`);
    }
  }
}, 120_000);
