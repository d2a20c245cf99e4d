import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { getCookies } from '../support/actors';
import { ADMIN, type RunningServer, startServer } from '../support/running-server';

let server: RunningServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer({ env: { TRUST_PROXY: '1' } });
  cookie = getCookies(await server.ask('POST', '/api/auth/login', { json: ADMIN }));
});
afterAll(() => server.stop());

const saveIntake = (form: Record<string, string>) =>
  server.ask('POST', '/admin/intake', { cookie, form });

const PITCH = {
  companyName: 'Wickham Valves',
  contactName: 'Noor Haddaway',
  contactEmail: 'noor@wickham.example',
  text: 'We build valves.',
  consent: 'on',
};

/** An address of its own for each test, because pitches are limited by address. */
let lastAddress = 0;
const newAddress = () => `203.0.113.${++lastAddress}`;

interface SentFile {
  name: string;
  content: string;
}

/** Sends the form as browsers do. */
function send(
  fields: Record<string, string | string[]>,
  { files = [], address = newAddress() }: { files?: SentFile[]; address?: string } = {},
) {
  const parts = Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map((value) => `form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  const fileParts = files.map(
    ({ name, content }) =>
      `form-data; name="files"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n${content}\r\n`,
  );
  const body = [...parts, ...fileParts].map((part) => `--x\r\nContent-Disposition: ${part}`);
  return server.ask('POST', '/pitch', {
    body: `${body.join('')}--x--\r\n`,
    headers: {
      'Content-Type': 'multipart/form-data; boundary=x',
      'X-Forwarded-For': address,
    },
  });
}

function query<Row>(sql: string): Row[] {
  const connection = new SQLite(server.database, { readonly: true });
  const rows = connection.prepare(sql).all();
  connection.close();
  return rows as Row[];
}
const countItems = () => query<{ n: number }>('select count(*) n from inbox_items')[0]!.n;
const listTemporaryFiles = () =>
  readdirSync(`${server.database}.files`).filter((name) => name.endsWith('.part'));

describe('the pitch page while it is closed (rule 30.4)', () => {
  test('a closed pitch page is 404 and sets no cookie', async () => {
    for (const [method, path] of [
      ['GET', '/pitch'],
      ['GET', '/pitch/thanks'],
      ['POST', '/pitch'],
    ] as const) {
      const { status, headers } = await server.ask(method, path, { cookie });
      expect([method, path, status, headers['set-cookie']]).toEqual([method, path, 404, undefined]);
    }
  });
});

describe('the pitch page (rules 30.4, 30.5 and 30.6)', () => {
  beforeAll(async () => {
    const saved = await saveIntake({ pitch: 'on', fundName: 'Quillmoor <Ventures>' });
    expect(saved.status).toBe(302);
  });

  test('the page is small, private, and loads nothing', async () => {
    const { status, headers, text } = await server.ask('GET', '/pitch');
    expect(status).toBe(200);
    expect(text).toContain('<h1>Pitch to Quillmoor &lt;Ventures&gt;</h1>');
    expect(headers).toMatchObject({ 'x-robots-tag': 'noindex' });
    expect(headers['set-cookie']).toBeUndefined();
    expect(text).not.toMatch(/<(script|link|img)\b/);
    const [, styles] = /<style>([^]+)<\/style>/.exec(text)!;
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles!).digest('base64')}'; ` +
        "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    // Uncompressed, and as it is transferred.
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(10 * 1024);
    expect(gzipSync(text).byteLength).toBeLessThanOrEqual(4 * 1024);
  });

  test('a pitch becomes an item with its files', async () => {
    const fields = {
      ...PITCH,
      website: 'wickham.example',
      industries: ['AI', 'Fintech'],
      fundingRound: 'Seed',
      targetFundingSize: '$2M',
      heardFrom: 'A friend',
    };
    const { status, headers } = await send(fields, {
      files: [{ name: 'deck "1".pdf'.replaceAll('"', '%22'), content: '%PDF-1.4' }],
    });
    expect([status, headers.location]).toEqual([303, '/pitch/thanks']);
    expect(headers['set-cookie']).toBeUndefined();
    expect(query('select * from inbox_items order by id desc limit 1')).toMatchObject([
      {
        source: 'form',
        state: 'pending',
        company_name: 'Wickham Valves',
        contact_email: 'noor@wickham.example',
        website: 'https://wickham.example',
        industries: '["AI","Fintech"]',
        funding_round: 'Seed',
        heard_from: 'A friend',
      },
    ]);
    const [file] = query<{ name: string; size: number }>('select name, size from inbox_files');
    expect(file).toEqual({ name: expect.stringContaining('deck') as string, size: 8 });
    expect(listTemporaryFiles()).toEqual([]);
  });

  test('a pitch that is sent three times at once is one item', async () => {
    const before = countItems();
    const pitch = { ...PITCH, companyName: 'Tripled', industries: ['AI', 'Fintech'] };
    const files = [{ name: 'deck.pdf', content: '%PDF-3' }];
    const address = newAddress();
    const sendOnce = () => send(pitch, { files, address });
    const answers = await Promise.all([sendOnce(), sendOnce(), sendOnce()]);
    expect(answers.map(({ status, headers }) => [status, headers.location])).toEqual(
      Array(3).fill([303, '/pitch/thanks']),
    );
    expect(countItems()).toBe(before + 1);
    expect(listTemporaryFiles()).toEqual([]);
  });

  test.each([
    ['text', { text: 'We build other valves.' }, '%PDF-4', 'deck.pdf'],
    ['website', { website: 'wickham.example' }, '%PDF-4', 'deck.pdf'],
    ['file', {}, '%PDF-5', 'deck.pdf'],
    ['file name', {}, '%PDF-4', 'deck 2.pdf'],
  ])('a pitch with another %s is another item', async (_kind, fields, content, name) => {
    const pitch = {
      ...PITCH,
      companyName: `Twice ${name} ${content} ${Object.keys(fields).join('')}`,
    };
    await send(pitch, { files: [{ name: 'deck.pdf', content: '%PDF-4' }] });
    const before = countItems();
    const { status } = await send({ ...pitch, ...fields }, { files: [{ name, content }] });
    expect([status, countItems()]).toEqual([303, before + 1]);
  });

  test('a pitch that was decided on comes in again', async () => {
    const pitch = { ...PITCH, companyName: 'Declined' };
    await send(pitch);
    const [item] = query<{ id: number }>('select id from inbox_items order by id desc limit 1');
    const path = `/api/inbox/${item!.id}/decline`;
    expect((await server.ask('POST', path, { cookie, json: {} })).status).toBe(200);
    const before = countItems();
    await send(pitch);
    expect(countItems()).toBe(before + 1);
  });

  test('what was sent is not shown to the public', async () => {
    for (const path of ['/pitch', '/pitch/thanks', '/pitch/1'])
      expect((await server.ask('GET', path)).text).not.toMatch(/Wickham|Noor|admin@demo/);
  });

  test('wrong fields keep what was typed and say what is missing', async () => {
    const before = countItems();
    const { status, text } = await send({
      companyName: 'Ember <b>Labs</b>',
      contactEmail: 'nobody',
      industries: ['AI', 'Gambling'],
      text: 'too short',
    });
    expect([status, countItems()]).toEqual([400, before]);
    expect(text).toContain('value="Ember &lt;b&gt;Labs&lt;/b&gt;"');
    for (const message of [
      'Please enter your name',
      'Please enter a valid email address',
      'Please choose from the list',
      'Please write at least 10 characters',
      'Please agree to this. Otherwise we may not read your pitch',
    ])
      expect(text).toContain(message);
    expect(text).toMatch(/id="contactName"[^>]*aria-invalid="true"[^>]*contactName-error/);
    expect(text.match(/autofocus/gi)).toHaveLength(1);
    expect(text).toMatch(/name="industries"[^>]*checked=""[^>]*value="AI"/);
  });

  test.each([
    ['5,001 characters', { text: 'a'.repeat(5_001) }, 'at most 5,000 characters'],
    ['a website that is none', { website: 'java script:x' }, 'Please enter a web address'],
    ['an unknown round', { fundingRound: 'Series Q' }, 'Please choose from the list'],
    ['an empty consent', { consent: '' }, 'Please agree'],
  ])('%s is refused with a sentence', async (_kind, fields, message) => {
    const { status, text } = await send({ ...PITCH, ...fields });
    expect(status).toBe(400);
    expect(text).toContain(message);
  });

  test('too many and too large files are refused and deleted', async () => {
    const before = countItems();
    const small = { name: 'deck.pdf', content: '%PDF' };
    const many = await send(PITCH, { files: [small, small, small, small] });
    const large = { name: 'large.pdf', content: 'x'.repeat(20 * 1024 * 1024 + 1) };
    const big = await send({ ...PITCH, text: 'Kept as it was' }, { files: [large] });
    expect([many.status, big.status, countItems()]).toEqual([400, 400, before]);
    expect(many.text).toContain('Please choose at most 3 files');
    expect(big.text).toContain('large.pdf is larger than 20 MB');
    expect(big.text).toContain('Kept as it was');
    expect(big.text).toContain('Please choose your files again.');
    expect(listTemporaryFiles()).toEqual([]);
  });

  test('a filled trap answers as success and stores nothing', async () => {
    const before = countItems();
    const { status, headers } = await send({ ...PITCH, nickname: 'x' });
    expect([status, headers.location, countItems()]).toEqual([303, '/pitch/thanks', before]);
  });

  test('a form without files may be urlencoded', async () => {
    const form = { ...PITCH, companyName: 'Plain' };
    const headers = { 'X-Forwarded-For': newAddress() };
    const { status } = await server.ask('POST', '/pitch', { form, headers });
    expect(status).toBe(303);
  });

  test('a post of another site is refused', async () => {
    const headers = { Origin: 'https://evil.example' };
    expect((await server.ask('POST', '/pitch', { form: PITCH, headers })).status).toBe(403);
  });

  test('the sixth pitch of a network in an hour is 429', async () => {
    const statuses = [];
    for (let n = 1; n <= 5; n++) {
      const wrong = { ...PITCH, consent: '' };
      statuses.push((await send(wrong, { address: `2001:db8:7:7::${n}` })).status);
      const another = { ...PITCH, companyName: `Wickham Valves ${n}` };
      statuses.push((await send(another, { address: `2001:db8:7:7::${n}` })).status);
    }
    expect(statuses).toEqual(Array(5).fill([400, 303]).flat());
    const sixth = { ...PITCH, text: 'What I typed is not lost.' };
    const { status, text, headers } = await send(sixth, { address: '2001:db8:7:7:ffff::' });
    expect([status, Number(headers['retry-after']) > 3_000]).toEqual([429, true]);
    expect(text).toContain('Too many attempts');
    expect(text).toContain('What I typed is not lost.');
    expect((await send(PITCH, { address: '2001:db8:7:8::1' })).status).toBe(303);
  });

  test('the fifth pitch of an hour sent twice is a success', async () => {
    const address = newAddress();
    for (let n = 1; n <= 4; n++) await send({ ...PITCH, companyName: `Fifth ${n}` }, { address });
    const deck = { files: [{ name: 'deck.pdf', content: '%PDF fifth' }], address };
    const sendFifth = () => send({ ...PITCH, companyName: 'Fifth' }, deck);
    expect([(await sendFifth()).status, (await sendFifth()).status]).toEqual([303, 303]);
    deck.files[0]!.content = '%PDF corrected';
    expect((await sendFifth()).status).toBe(429);
    expect(listTemporaryFiles()).toEqual([]);
  });

  test.each([
    ['the consent', { consent: '' }],
    ['the funding round', { fundingRound: 'Series Q' }],
  ])('a refused pitch has the focus in %s', async (_field, wrong) => {
    const { text } = await send({ ...PITCH, ...wrong });
    const [name] = Object.keys(wrong);
    const control = text.match(new RegExp(`<(?:input|select)[^>]*name="${name}"[^>]*>`))![0];
    expect(control).toMatch(/aria-invalid="true"/);
    expect(control).toMatch(/autofocus/i);
  });

  test('an aborted upload leaves nothing behind', async () => {
    const before = countItems();
    const socket = connect(server.port, '127.0.0.1');
    const head = `--x\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n`;
    socket.write(
      `POST /pitch HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Length: 1000000\r\n` +
        `Content-Type: multipart/form-data; boundary=x\r\n\r\n${head}${'x'.repeat(200_000)}`,
    );
    await vi.waitUntil(() => listTemporaryFiles().length === 1, { timeout: 20_000 });
    socket.destroy();
    await vi.waitUntil(() => !listTemporaryFiles().length, { timeout: 20_000 });
    expect(countItems()).toBe(before);
  });

  test('the page has no other addresses and methods', async () => {
    for (const path of ['/pitch/x', '/pitch/thanks/x', '/pitch.data', '/pitch/thanks.data'])
      expect([path, (await server.ask('GET', path)).status]).toEqual([path, 404]);
    expect((await server.ask('PUT', '/pitch')).status).toBe(405);
    expect((await server.ask('HEAD', '/pitch')).status).toBe(200);
  });

  test('the 201st pitch of a day is 429, after a restart too', async () => {
    const countPitches = () =>
      query<{ n: number }>("select count(*) n from inbox_items where source = 'form'")[0]!.n;
    const typed = { ...PITCH, text: 'What I typed today.' };
    let sent = 0;
    const sendFromElsewhere = () =>
      send({ ...typed, companyName: `Company ${++sent}` }, { address: `2001:db8:${sent}::1` });
    let answer = await sendFromElsewhere();
    while (answer.status === 303 && sent <= 200) answer = await sendFromElsewhere();
    expect([answer.status, countPitches()]).toEqual([429, 200]);
    expect(answer.text).toContain('What I typed today.');
    expect(answer.text).toContain('Please try again in 24 hours.');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(86_000);
    await server.kill();
    await server.restart();
    expect([(await sendFromElsewhere()).status, countPitches()]).toEqual([429, 200]);
  });
});
