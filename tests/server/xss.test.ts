import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CRITERIA, NOTES } from '~/models/evaluation/criteria';
import { PIPELINE_FIELDS } from '~/models/pipeline/fields';
import { type Actor, type PeopledServer, startPeopledServer } from '../support/actors';
import type { Answer } from '../support/running-server';

/** ASVS 5.0 1.2.1, 1.2.3: what people type is text on every page, also in the data that a page carries for its scripts. */

/** As many in one text as a short field holds: each is found again wherever it stands, but for the first, which needs the beginning. */
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

/** A tag as React writes it, its attributes in double quotes. */
const TAG =
  /<(\/?[a-z][a-z0-9]*)((?: [a-zA-Z][a-zA-Z0-9:-]*(?:="[^"]*")?)*)(?: ?\/)?>|<!--\/?\$[?!]?-->|<!-- -->|<!DOCTYPE html>/g;
const BY_PAYLOADS_ONLY = ['img', 'title', 'style', 'iframe', 'object', 'embed', 'base'];

const TEXT_KINDS = ['line', 'lines', 'choice'];

let server: PeopledServer;
const deals: number[] = [];
beforeAll(async () => {
  server = await startPeopledServer();
  const admin = server.cookies.admin;
  for (const [n, payload] of PAYLOADS.entries()) {
    const fields = PIPELINE_FIELDS.filter(({ kind }) => TEXT_KINDS.includes(kind));
    const json = {
      ...Object.fromEntries(fields.map(({ key }) => [key, payload])),
      industries: [payload, `${payload} `, 'AI'],
    };
    const created = await server.ask('POST', '/api/pipelines', {
      cookie: server.cookies.owner,
      json,
    });
    expect(created.status, created.text).toBe(201);
    const { id } = JSON.parse(created.text) as { id: number };
    deals.push(id);
    const notes = Object.fromEntries(NOTES.map((key) => [key, payload]));
    expect(
      (
        await server.ask('POST', `/api/pipelines/${id}/evaluation`, {
          cookie: server.cookies.owner,
          json: { ...notes, [CRITERIA[0]!.key]: 9 },
        })
      ).status,
    ).toBe(200);
    for (const [what, row] of [
      ['contacts', { name: payload, role: payload, phone: `${payload} 1`, note: payload }],
      ['tasks', { title: payload, dueOn: '2026-01-05' }],
    ] as const) {
      const address = `/api/pipelines/${id}/${what}`;
      const added = await server.ask('POST', address, { cookie: server.cookies.owner, json: row });
      expect(added.status, added.text).toBe(201);
    }
    const account = {
      email: `xss${n}@demo.example`,
      password: 'a-password-of-2026',
      firstName: 'New',
      lastName: 'Person',
    };
    expect(
      (await server.ask('POST', '/api/admin/users', { cookie: admin, json: account })).status,
    ).toBe(201);
    expect(
      (
        await server.ask('POST', '/api/auth/signup', {
          json: { ...account, email: `pending${n}@demo.example` },
        })
      ).status,
    ).toBe(201);
    // A name may hold no address today; former releases stored them.
    server.sql
      .prepare('update users set first_name = ?, last_name = ? where email in (?, ?)')
      .run(payload, payload, account.email, `pending${n}@demo.example`);
  }
  for (const actor of ['owner', 'manager', 'admin'] as const) {
    const form = {
      intent: 'name',
      firstName: '</script><script>alert(7777)</script>',
      lastName: '" onmouseover="alert(7777)" x="',
    };
    expect(
      (await server.ask('POST', '/account', { cookie: server.cookies[actor], form })).status,
    ).toBe(302);
  }
});
afterAll(async () => {
  await server.stop();
});

/** Fails where a payload is more than text on a page: an element, an attribute, an address or a script. */
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
  const left = ours.replace(TAG, (_, name: string = '', attributes: string = '') => {
    if (name !== 'title') expect(BY_PAYLOADS_ONLY, where).not.toContain(name);
    expect(name, where).not.toBe('script');
    for (const [, attribute, value] of attributes.matchAll(
      / ([a-zA-Z][a-zA-Z0-9:-]*)(?:="([^"]*)")?/g,
    )) {
      expect(attribute, where).not.toMatch(/^on/i);
      if (/^(?:href|src|action|formaction)$/i.test(attribute!))
        expect(value, where).not.toMatch(/^\s*(?:javascript|data|vbscript):|^\/\//i);
    }
    return '';
  });
  expect(/<.{0,60}/s.exec(left)?.[0], `${where}: an odd tag`).toBeUndefined();
}

const q = (name: string, value: string) => `${name}=${encodeURIComponent(value)}`;
/** Every page that shows what people typed, and every address whose query a page shows. */
const pages = (deal: number, payload: string): [Actor[], string][] => [
  [['owner', 'manager', 'admin'], `/dashboard?details=${deal}`],
  [['owner', 'admin'], `/dashboard?owners&score=${deal}`],
  [
    ['owner'],
    `/dashboard?${q('search', payload)}&${q('industry', payload)}&${q('round', payload)}&${q('userId', payload)}&${q('sort', payload)}`,
  ],
  [['owner'], `/pipeline/${deal}`],
  [['owner'], `/pipeline/${deal}/contacts`],
  [['owner'], `/pipeline/${deal}/tasks`],
  [['owner'], `/pipeline/${deal}/share`],
  [['owner'], '/tasks'],
  [['owner', 'manager', 'admin'], `/pipeline/${deal}/edit`],
  [['owner', 'admin'], `/pipeline/${deal}/evaluation`],
  [
    ['owner', 'admin'],
    `/pipeline/${deal}/delete?${q('back', `/dashboard?${q('search', payload)}`)}`,
  ],
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
    'payload %i: %j',
    { timeout: 120_000 },
    async (n, payload) => {
      let shown = 0;
      for (const [actors, path] of pages(deals[n]!, payload)) {
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

test('data and JSON are not HTML, whatever is in them', async () => {
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

test('a form that comes back refused shows what was typed, as text', async () => {
  const refused: [string, Actor, (payload: string) => Record<string, string>][] = [
    [
      '/pipeline/new',
      'owner',
      (payload) => ({
        companyName: '',
        ceoName: payload,
        comments: payload,
        fundingRound: payload,
        industries: payload,
        submission: payload,
      }),
    ],
    [
      '/signup',
      'signed out',
      (payload) => ({
        email: payload,
        firstName: payload,
        lastName: payload,
        password: payload,
        confirmPassword: 'x',
      }),
    ],
    ['/login', 'signed out', (payload) => ({ email: payload, password: 'x' })],
    [
      '/admin?manager',
      'admin',
      (payload) => ({
        intent: 'manager',
        email: payload,
        firstName: payload,
        lastName: payload,
        password: 'x',
      }),
    ],
    ['/account', 'owner', (payload) => ({ intent: 'name', firstName: payload, lastName: '' })],
    [
      `/pipeline/${deals[0]}/edit`,
      'owner',
      (payload) => ({ companyName: payload, comments: `${payload}, typed`, version: '999' }),
    ],
    [
      `/pipeline/${deals[0]}/evaluation`,
      'owner',
      (payload) => ({ marketNotes: payload, marketSize: payload, version: payload }),
    ],
    ['/dashboard', 'owner', (payload) => ({ id: String(deals[0]), evaluationScore: payload })],
  ];
  for (const [path, actor, form] of refused) {
    for (const payload of PAYLOADS) {
      const answer = await server.ask('POST', path, {
        cookie: server.cookies[actor],
        form: form(payload),
      });
      expect([path, payload, answer.status]).toEqual([
        path,
        payload,
        path.endsWith('edit') ? 409 : 400,
      ]);
      expectInert(answer, `${path} ${payload}`);
    }
  }
}, 120_000);
