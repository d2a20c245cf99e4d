import { describe, expect, test } from 'vitest';
import { createCastForAll } from '../support/cast';
import { buildEmail, textPart } from '../support/emails';
import { buildHostileEmail, HOSTILE_KINDS } from '../support/hostile-emails';
import { postEmail } from '../support/inbox';

const people = createCastForAll();

describe('hostile emails (rule 28.3)', () => {
  test.each(HOSTILE_KINDS.map((kind, n) => [kind, n] as const))(
    '%s is read as far as it can be',
    async (_, n) => {
      const { bytes, kept } = buildHostileEmail(n);
      const { status, body } = await postEmail(people.maren, bytes);
      if (kept === undefined) return expect(status).toBe(400);
      expect(status).toBe(201);
      const { subject, text, files } = body;
      expect([subject, text, ...files.map(({ name }) => name)].join('\n')).toContain(kept);
    },
  );

  test.each([
    [
      'an English program',
      (from: string) =>
        `---------- Forwarded message ---------\nFrom: ${from}\nDate: Tue, 24 Nov 2026\nSubject: Deck\nTo: <maren@demo.example>\n\nHello`,
    ],
    ['a Chinese program', (from: string) => `发件人: ${from}\n主题: Deck\n\nHello`],
  ])('names that %s forwards are bounded', async (_, build) => {
    const headers = ['From: maren@demo.example', 'Subject: Fwd: Deck'];
    const text = build(`${'N'.repeat(20_000)} <${'a'.repeat(20_000)}@wickham.example>`);
    const { body } = await postEmail(
      people.maren,
      buildEmail({ headers, parts: [textPart(text)] }),
    );
    expect(body.contactName?.length).toBeLessThanOrEqual(500);
    expect(body.contactEmail?.length).toBeLessThanOrEqual(500);
  });

  test('names and subjects that nobody sees are none', async () => {
    const headers = [
      'From: =?utf-8?B?4oCL4oCN?= <noor@wickham.example>',
      'Subject: =?utf-8?B?4oCL?=',
    ];
    const email = buildEmail({ headers, parts: [textPart('Hello')] });
    const { body } = await postEmail(people.maren, email);
    expect([body.contactName, body.subject]).toEqual([null, null]);
  });

  test('HTML that takes too much memory is kept as a file', async () => {
    const html = `${'<table><tr><td>a<br>'.repeat(100)}${'阀<br>'.repeat(390_000)}`;
    const part = { type: 'text/html; charset=utf-8', content: html };
    const { status, body } = await postEmail(people.maren, buildEmail({ parts: [part] }));
    expect([status, body.text, body.files]).toMatchObject([
      201,
      expect.stringContaining('It is among the files, as HTML.'),
      [{ name: 'Wickham Valves, seed round.html', size: Buffer.byteLength(html) }],
    ]);
  });

  test('a text that takes too long to split is kept whole', async () => {
    const text = `Top\n${'\n'.repeat(50_000)}Bottom`;
    const { status, body } = await postEmail(people.maren, buildEmail({ parts: [textPart(text)] }));
    expect([status, body.text?.slice(0, 3)]).toEqual([201, 'Top']);
  });
});
