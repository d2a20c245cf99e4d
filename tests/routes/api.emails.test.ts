import { describe, expect, test } from 'vitest';
import { listAttachments } from '~/domain/attachment/list.server';
import { listContacts } from '~/domain/contact/list.server';
import { splitEmailNote } from '~/domain/email/note-text';
import { deleteNote } from '~/domain/note/delete.server';
import { getNote } from '~/domain/note/list.server';
import { listNotes } from '~/domain/note/thread.server';
import { countUnreadMentions } from '~/domain/note/unread-mentions.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { listTrash } from '~/domain/operations/trash/list.server';
import { restoreFromTrash } from '~/domain/operations/trash/restore.server';
import * as route from '~/routes/api.pipelines_.$id_.emails';
import * as dealPage from '~/routes/pipeline.$id._index/route';
import * as page from '~/routes/pipeline.$id.emails/route';
import { call, createCastForAll } from '../support/cast';
import { addDeal } from '../support/deals';
import { buildEmail, filePart, textPart } from '../support/emails';
import { renderScreen } from '../support/render-screen';
import { readOutcome, successOutcome } from '../support/toast';

const people = createCastForAll();

const PDF = '%PDF-1.4 a deck';

interface Sent {
  as?: { cookie: string };
  type?: string;
}

async function send(dealId: number, email: string | Buffer, { as = people.ana, type }: Sent = {}) {
  const answer = await call(route, 'POST', `/api/pipelines/${dealId}/emails`, {
    as,
    params: { id: String(dealId) },
    body: new Uint8Array(Buffer.from(email)),
    headers: { 'Content-Type': type ?? 'message/rfc822' },
  });
  return { status: answer.status, body: (await answer.json()) as AddedEmail };
}
interface AddedEmail {
  noteId: number;
  contactId: number | null;
  files: { id: number; name: string; size: number }[];
  errors?: { path: string; message: string }[];
}

async function addTo(companyName: string, email: string | Buffer) {
  const id = await addDeal(people.ana, { companyName });
  const { status, body } = await send(id, email);
  expect(status).toBe(201);
  const { text } = await getNote(people.ana, id, body.noteId);
  return { id, ...splitEmailNote(text), text, ...body };
}

const REPLY = `Hello Ana,

the pilots pay 400 a month each.

Best regards,
Noor

On Mon, Nov 23, 2026 at 9:12 AM Ana Ostrander <ana@demo.example> wrote:
> What do the pilots pay?
> Ana`;

const FORWARDED = `What do you think?

---------- Forwarded message ---------
From: Noor Haddaway <noor@wickham.example>
Date: Tue, Nov 24, 2026 at 10:31 AM
Subject: Seed round
To: <ana@demo.example>
Cc: Peng Qiu <peng@wickham.example>

We make valves that report their own wear.`;

const FORWARDED_BY_A_CHINESE_PROGRAM = `请看一下

---------------- 原始邮件 ------------------
发件人: "诺尔" <noor@wickham.example>
发送时间: 2026年11月24日 10:31
收件人: ana@demo.example
主题: 种子轮

我们做会自己报告磨损的阀门。`;

describe('POST /api/pipelines/{id}/emails (rules 28.4 and 28.5)', () => {
  test('an email becomes a note, a contact and files', async () => {
    const parts = [textPart('Hello Ana, here is our deck.'), filePart('Deck – Größe.pdf', PDF)];
    const { id, text, contactId, files } = await addTo('Wickham', buildEmail({ parts }));
    expect(text).toBe(
      [
        'From: Noor Haddaway <noor@wickham.example>',
        'To: Ana Ostrander <ana@demo.example>',
        'Subject: Wickham Valves, seed round',
        'Sent: 2026-11-24 09:31 UTC',
        '',
        'Hello Ana, here is our deck.',
      ].join('\n'),
    );
    expect(await listContacts(people.ana, id)).toMatchObject([
      { id: contactId, name: 'Noor Haddaway', email: 'noor@wickham.example' },
    ]);
    expect(files).toMatchObject([{ name: 'Deck – Größe.pdf', size: PDF.length }]);
  });

  test('the same Message-ID on the same deal adds nothing', async () => {
    const headers = ['Message-ID: <round@wickham.example>'];
    const email = buildEmail({ headers, parts: [textPart('Once'), filePart('a.pdf', PDF)] });
    const first = await addTo('Repeated', email);
    const { status, body } = await send(first.id, email);
    const { noteId, contactId, files } = first;
    expect({ status, ...body }).toEqual({ status: 200, noteId, contactId, files });
    expect(await listAttachments(people.ana, first.id)).toHaveLength(1);
    const other = await addDeal(people.ana, { companyName: 'Another' });
    expect((await send(other, email)).status).toBe(201);
  });

  test('an email without a Message-ID is known by its bytes', async () => {
    const email = buildEmail({ parts: [textPart('No id')] });
    const { id } = await addTo('Bytes', email);
    expect((await send(id, email)).status).toBe(200);
    expect((await send(id, `${email}\r\nmore`)).status).toBe(201);
  });

  test('earlier emails and the signature are kept below the text', async () => {
    const { shown, quoted } = await addTo('Reply', buildEmail({ parts: [textPart(REPLY)] }));
    expect(shown).toContain('the pilots pay 400 a month each.');
    expect(shown).not.toContain('What do the pilots pay?');
    expect(quoted).toContain('> What do the pilots pay?');
  });

  test.each([
    ['Gmail', 'Fwd: Seed round', FORWARDED],
    ['QQ Mail', '转发: 种子轮', FORWARDED_BY_A_CHINESE_PROGRAM],
  ])('day and recipients of an email that %s forwards are kept', async (title, subject, text) => {
    const headers = [`Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`];
    const { shown } = await addTo(`${title} day`, buildEmail({ headers, parts: [textPart(text)] }));
    for (const kept of text.match(/^(?:Date|Cc|发送时间|收件人): .*$/gm)!)
      expect(shown).toContain(kept);
  });

  test('an edited subject leaves that of a forwarded email', async () => {
    const addForward = (subject: string) =>
      addTo(
        subject,
        buildEmail({ headers: [`Subject: ${subject}`], parts: [textPart(FORWARDED)] }),
      );
    const edited = await addForward('Fwd: For Monday');
    expect(edited.shown).toContain('10:31 AM\nSubject: Seed round\nTo: ana@demo.example');
    const same = await addForward('Fwd: Seed round');
    expect(same.shown.match(/Seed round/g)).toHaveLength(1);
  });

  test('the address for answers of a forwarded email is kept', async () => {
    const to = 'To: <ana@demo.example>';
    const text = FORWARDED.replace(to, `${to}\nReply-To: Deals <deals@wickham.example>`);
    const headers = ['Subject: Fwd: Seed round'];
    const { shown } = await addTo('Answers', buildEmail({ headers, parts: [textPart(text)] }));
    expect(shown.match(/Reply-To: .*/g)).toEqual(['Reply-To: Deals <deals@wickham.example>']);
    const applied = text.replace(/^-+.*-+$/m, 'Begin forwarded message:\n').replace(/Cc: .*\n/, '');
    const quoted = applied.replace(/^(?=From|Date|Subj|To|Reply|We|$)/gm, '> ');
    const apple = await addTo('Apple', buildEmail({ headers, parts: [textPart(quoted)] }));
    expect(apple.shown).toContain('\nReply-To: Deals <deals@wickham.example>\n\nWe make');
  });

  test.each([
    ['Gmail', 'Fwd: Seed round', FORWARDED, 'Noor Haddaway'],
    ['Gmail in bold', 'Fwd: Bold', FORWARDED.replace(/Noor Haddaway/, '*$&*'), 'Noor Haddaway'],
    ['QQ Mail', '转发: 种子轮', FORWARDED_BY_A_CHINESE_PROGRAM, '诺尔'],
  ])(
    'an email that a colleague forwards from %s names its sender',
    async (_, subject, text, name) => {
      const headers = [
        'From: Ana Ostrander <ANA@demo.example>',
        `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
      ];
      const email = buildEmail({ headers, parts: [textPart(text)] });
      const { id, shown } = await addTo(subject, email);
      expect(await listContacts(people.ana, id)).toMatchObject([
        { name, email: 'noor@wickham.example' },
      ]);
      expect(shown).toContain(`Subject: ${subject}`);
      expect(shown).toContain(text.split('\n')[0]);
      expect(shown).toContain(text.split('\n').at(-1));
    },
  );

  const OUTLOOK_HEADERS = `${'_'.repeat(32)}
From: Noor Haddaway <noor@wickham.example>
Sent: Tuesday, November 24, 2026 10:31 AM
To: Ana Ostrander <ana@demo.example>
Subject: Seed round

We make valves that report their own wear.`;

  const findContacts = async (text: string, ...headers: string[]) => {
    const sent = ['From: Ana <ana@demo.example>', 'To: Peng <peng@corvane.example>', ...headers];
    const email = buildEmail({ headers: sent, parts: [textPart(text)] });
    const { id } = await addTo(`${headers.join()} ${text.length}`, email);
    return (await listContacts(people.ana, id)).map(({ email: address }) => address);
  };

  test.each([
    ['For Monday', FORWARDED],
    ['Re: look at this', FORWARDED],
    ['For Monday', `What do you think?\n\n${OUTLOOK_HEADERS}`],
  ])('the subject "%s" hides no forwarded email', async (subject, text) => {
    const found = await findContacts(text, `Subject: ${subject}`);
    expect(found).toEqual(['noor@wickham.example']);
  });

  test.each([
    ['an answer', 'Subject: Re: Seed round', OUTLOOK_HEADERS],
    ['an answer to an ID', 'In-Reply-To: <1@wickham.example>', OUTLOOK_HEADERS],
    ['a quotation', 'Subject: Re: Seed round', FORWARDED.replace(/^(?!What)/gm, '> ')],
    ['a quoted forward', 'Subject: Re: Fwd: Seed round', `${OUTLOOK_HEADERS}\n\n${FORWARDED}`],
  ])('the headers below %s are no forwarded email', async (_, header, quoted) => {
    const found = await findContacts(`I agree.\n\n${quoted}`, header);
    expect(found).toEqual(['peng@corvane.example']);
  });

  test('HTML becomes text, and nothing of it is loaded', async () => {
    const html = `<style>p{}</style><p>Hello&nbsp;Ana,</p><p>see <a href="https://wickham.example/deck">our deck</a>.</p>
      <img src="https://tracker.example/x.png" alt="pixel"><script>alert(1)</script>`;
    const parts = [{ type: 'text/html; charset=utf-8', content: html }];
    const { shown } = await addTo('Html', buildEmail({ parts }));
    expect(shown).toContain('Hello Ana,\n\nsee our deck [https://wickham.example/deck].');
    expect(shown).not.toMatch(/tracker|alert|<p>|p\{\}/);
  });

  const PAGE = '<html><head><title>Mail</title></head><body><p>Inside</p></body></html>';

  test.each([
    ['above it', `My answer<br>${PAGE}`, 'My answer', 'Inside'],
    ['around it', `<div>My answer<blockquote>${PAGE}</blockquote></div>`, 'My answer', 'Inside'],
    ['below it', `${PAGE}<p>My answer</p>`, 'Inside', 'My answer'],
  ])('a text beside the body of HTML is kept: %s', async (title, content, first, last) => {
    const { text } = await addTo(title, buildEmail({ parts: [{ type: 'text/html', content }] }));
    expect(text).toMatch(new RegExp(`\\n${first}\\s[^]*${last}$`));
  });

  test.each([
    ['elements nested 500 deep', `${'<div>'.repeat(500)}Deep${'</div>'.repeat(500)}`],
    ['30,000 elements', '<b></b>'.repeat(30_000)],
    ['an image of 3 MB', `<img src="data:image/png;base64,${'A'.repeat(3_000_000)}">`],
  ])('HTML with %s is read to its end', async (title, middle) => {
    const content = `<p>Top</p>${middle}<p>Bottom</p>`;
    const { shown } = await addTo(title, buildEmail({ parts: [{ type: 'text/html', content }] }));
    expect(shown).toMatch(/Top\s+(?:Deep\s+)?Bottom$/);
    expect(shown.includes('Deep')).toBe(content.includes('Deep'));
  });

  test('a table has a line for each row', async () => {
    const rows = [
      ['Year', 'ARR (USD)', 'Customers'],
      ['2024', '', '12'],
      ['2025', '540', '40'],
    ].map((cells) => `<tr>${cells.map((text) => `<td><p>${text}</p></td>`).join('\n')}</tr>`);
    const html = `<p>Our figures</p><table><tbody>${rows.join('')}</tbody></table><p>Noor</p>`;
    const { shown } = await addTo(
      'Table',
      buildEmail({ parts: [{ type: 'text/html', content: html }] }),
    );
    expect(shown).toContain(
      'Our figures\n\nYear | ARR (USD) | Customers\n2024 |  | 12\n2025 | 540 | 40\n\nNoor',
    );
  });

  test('the layout of a newsletter leaves no traces in its text', async () => {
    const column = (text: string) =>
      `<td><table><tr><td><h2>${text}</h2><p>About ${text}.</p></td></tr></table></td>`;
    const html = `<table><tr><td width="20"> </td><td>Issue 12</td><td width="20"> </td></tr>
      <tr>${column('Wickham')}<td></td>${column('Corvane')}</tr>
      <tr><th>From:</th><td>Noor</td></tr></table>`;
    const { shown } = await addTo(
      'Layout',
      buildEmail({ parts: [{ type: 'text/html', content: html }] }),
    );
    expect(shown).toMatch(
      /Issue 12\nWickham\n\nAbout Wickham\.\nCorvane\n\nAbout Corvane\.\nFrom: Noor$/,
    );
  });

  const imagePart = (...headers: string[]) => ({
    type: 'image/png; name="captable.png"',
    content: 'png',
    headers,
  });
  const htmlPart = (content: string) => ({ type: 'text/html; charset=utf-8', content });

  test('images within the text are left out', async () => {
    const inline = 'Content-Disposition: inline; filename="captable.png"';
    const image = imagePart(inline, 'Content-ID: <logo@1>');
    const text = htmlPart('Logo <img src="cid:logo%401">');
    const shown = await addTo('Inline', buildEmail({ parts: [text, image] }));
    expect(shown.files).toEqual([]);
    const related = buildEmail({ parts: [htmlPart('Logo'), image] });
    const unshown = await addTo('Related', related.replace('multipart/mixed', 'multipart/related'));
    expect(unshown.files).toEqual([]);
  });

  const buildWithImage = (html: string, bytes: number) => {
    const image = { ...imagePart('Content-ID: <a1>'), content: Buffer.alloc(bytes, 'png') };
    const parts = [htmlPart(`${html}<img src="cid:a1">`), image];
    return buildEmail({ parts }).replace('multipart/mixed', 'multipart/related');
  };

  test('images without a text are files', async () => {
    const { files } = await addTo('Only an image', buildWithImage('<p> </p>', 30_000));
    expect(files).toMatchObject([{ name: 'captable.png', size: 30_000 }]);
  });

  test('images that are left out are counted, except for logos', async () => {
    const { shown, files } = await addTo('Large image', buildWithImage('Our table', 30_000));
    expect(shown).toMatch(/Our table\n\n\[1 image in the text was left out\.\]$/);
    expect(files).toEqual([]);
    const logo = await addTo('Logo', buildWithImage('Our table', 20_000));
    expect(logo.shown).toMatch(/Our table$/);
  });

  test.each([
    ['marked inline', ['Content-Disposition: inline; filename="captable.png"']],
    ['without a disposition', []],
    ['with an ID that no text shows', ['Content-ID: <captable>']],
  ])('an image %s is a file', async (title, headers) => {
    const parts = [textPart('See the table'), imagePart(...headers)];
    const { files } = await addTo(title, buildEmail({ parts }));
    expect(files).toMatchObject([{ name: 'captable.png' }]);
  });

  test.each([
    ['alone', [], ['invitation.ics']],
    ['repeated as a file', [['application/ics; name=invite.ics']], ['invite.ics']],
  ])('an invitation beside a text, %s, is one file', async (title, others, names) => {
    const calendars = [['text/calendar; method=REQUEST'], ...others];
    const parts = calendars.map(([type]) => ({
      type: type!,
      content: Buffer.from('BEGIN:VCALENDAR\r\nEND:VCALENDAR'),
    }));
    const { files } = await addTo(
      title,
      buildEmail({ parts: [textPart('Shall we talk?'), ...parts] }),
    );
    expect(files.map(({ name }) => name)).toEqual(names);
  });

  test.each([
    ['a notice', 'Please use a program that shows HTML.', 'The round closes on 4 December'],
    ['an answer', 'The round is open, the deck is attached.', 'The round is open, the deck'],
  ])('of HTML beside %s, what says more is read', async (title, text, shownText) => {
    const html = htmlPart(
      '<p>The round closes on 4 December, and the deck shows all of our figures so far.</p>',
    );
    const answer = htmlPart(`<p>${text}</p>`);
    const parts = [textPart(text), title === 'a notice' ? html : answer];
    const email = buildEmail({ parts }).replace('multipart/mixed', 'multipart/alternative');
    expect((await addTo(title, email)).shown).toContain(`\n\n${shownText}`);
  });

  test('recipients of copies are named, further ones counted', async () => {
    const copies = Array.from({ length: 11 }, (_, n) => `P${n} <p${n}@wickham.example>`);
    const headers = [`Cc: ${copies.join(', ')}`];
    const { shown } = await addTo('Copies', buildEmail({ headers, parts: [textPart('Hello')] }));
    const names = 'To: Ana Ostrander <ana@demo.example>\nCc: P0 <p0@wickham.example>, P1';
    expect(shown).toContain(names);
    expect(shown).toContain('P9 <p9@wickham.example> and 1 more\n');
  });

  test.each([
    ['UTF-8', 'utf8'],
    ['Latin-1', 'latin1'],
  ] as const)('a subject in unmarked %s is read', async (title, encoding) => {
    const email = buildEmail({ parts: [textPart('Hello')] });
    const sent = email.replace('Wickham Valves, seed round', 'Größe für Zürich');
    const { shown } = await addTo(title, Buffer.from(sent, encoding));
    expect(shown).toContain('\nSubject: Größe für Zürich\n');
  });

  test.each([
    ['a text', 'text/plain', 'Grüße aus Zürich'],
    ['HTML', 'text/html', '<p>Grüße aus Zürich</p>'],
    ['HTML that names it', 'text/html', '<meta charset="iso-8859-1"><p>Grüße aus Zürich</p>'],
  ])('Latin-1 that the headers do not name is read: %s', async (title, type, content) => {
    const part = { type, content: Buffer.from(content, 'latin1') };
    expect((await addTo(title, buildEmail({ parts: [part] }))).shown).toMatch(/Grüße aus Zürich$/);
  });

  test.each([
    ['us-ascii', 'utf8'],
    ['unknown-8bit', 'utf8'],
    ['utf-8', 'latin1'],
    ['us-ascii', 'latin1'],
  ] as const)('a text labelled %s in %s is read', async (charset, encoding) => {
    const content = Buffer.from('Grüße für Zürich', encoding);
    const part = { type: `text/plain; charset=${charset}; format=flowed`, content };
    const { shown } = await addTo(`${charset} ${encoding}`, buildEmail({ parts: [part] }));
    expect(shown).toMatch(/\n\nGrüße für Zürich$/);
  });

  test('an email without a type in Latin-1 is read', async () => {
    const email = 'From: Jürgen <j@wickham.example>\nSubject: Über\n\nGrüße';
    expect((await addTo('Untyped', Buffer.from(email, 'latin1'))).shown).toMatch(/Grüße$/);
  });

  test('an address for answers is named, and is the contact', async () => {
    const headers = [
      'From: Forms <no-reply@forms.example>',
      'Reply-To: Noor Haddaway <noor@wickham.example>',
    ];
    const { id, shown } = await addTo('Form', buildEmail({ headers, parts: [textPart('Hello')] }));
    expect(shown).toContain('\n\nReply to: Noor Haddaway <noor@wickham.example>\n\nHello');
    expect(await listContacts(people.ana, id)).toMatchObject([
      { name: 'Noor Haddaway', email: 'noor@wickham.example' },
    ]);
  });

  test('an address for answers that is the sender is not repeated', async () => {
    const headers = ['Reply-To: <NOOR@wickham.example>'];
    const { shown } = await addTo('Same', buildEmail({ headers, parts: [textPart('Hello')] }));
    expect(shown).not.toContain('Reply to');
  });

  test('a byte-order mark before an email hides no sender', async () => {
    const email = `\ufeff${buildEmail({ parts: [textPart('Hello')] })}`;
    expect((await addTo('Marked', email)).shown).toMatch(/^From: Noor Haddaway/);
  });

  test.each(['application/pkcs7-signature', 'application/x-pkcs7-signature'])(
    'a signature of type %s is no file',
    async (type) => {
      const parts = [textPart('Signed'), { type: `${type}; name=smime.p7s`, content: 'MIIB' }];
      expect((await addTo(type, buildEmail({ parts }))).files).toEqual([]);
    },
  );

  test('a file without a name has the extension of its type', async () => {
    const headers = ['Content-Disposition: attachment'];
    const unnamed = (type: string) => ({ type, content: '%PDF-1.7', headers });
    const { files } = await addTo(
      'Unnamed',
      buildEmail({
        parts: [textPart('See the deck.'), unnamed('application/pdf'), unnamed('x-own/type')],
      }),
    );
    expect(files.map(({ name }) => name)).toEqual(['attachment.pdf', 'attachment']);
  });

  test('encoded headers and other charsets are decoded', async () => {
    const headers = ['From: =?gb2312?B?xe3H8Q==?= <peng@wickham.example>'];
    const parts = [{ type: 'text/plain; charset=gbk', content: Buffer.from('c4e3bac3', 'hex') }];
    const { id, shown } = await addTo('Gbk', buildEmail({ headers, parts }));
    expect(shown).toMatch(/你好$/);
    expect((await listContacts(people.ana, id))[0]!.name).toBe('彭邱');
  });

  test('a long text is cut in the note and whole in a file', async () => {
    const text = 'Valves wear. '.repeat(2_000);
    const { id, text: note, files } = await addTo('Long', buildEmail({ parts: [textPart(text)] }));
    expect(note.length).toBeLessThanOrEqual(10_000);
    expect(note).toContain('The whole text is among the files');
    expect(files).toMatchObject([{ name: 'Wickham Valves, seed round.txt' }]);
    expect((await listAttachments(people.ana, id))[0]!.size).toBeGreaterThan(text.length - 10);
  });

  test.each([
    ['no bytes', ''],
    ['bytes of something else', Buffer.from([0, 1, 2, 3, 250, 251])],
    ['headers of 3 MB', `X-Long: ${'x'.repeat(3_000_000)}\r\n\r\ntext`],
  ])('%s are refused at the message', async (_, bytes) => {
    const id = await addDeal(people.ana, { companyName: 'Refused' });
    const { status, body } = await send(id, bytes);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ path: 'message' }]);
  });

  test('an email of 10,000 parts adds what fits', async () => {
    const parts = Array.from({ length: 10_000 }, (_, n) => filePart(`${n}.pdf`, 'x'));
    const { files, shown } = await addTo(
      'Parts',
      buildEmail({ parts: [textPart('Many'), ...parts] }),
    );
    expect(files).toHaveLength(100);
    expect(shown).toContain('[9900 more files were left out.]');
  });

  test('messages nested 50 deep are read as far as they are safe', async () => {
    let email = buildEmail({ parts: [textPart('The innermost text')] });
    for (let depth = 0; depth < 50; depth++)
      email = [
        'From: Noor Haddaway <noor@wickham.example>',
        'Content-Type: message/rfc822',
        '',
        email,
      ].join('\r\n');
    const id = await addDeal(people.ana, { companyName: 'Nested' });
    expect([201, 400]).toContain((await send(id, email)).status);
  });

  test('wrong types, strangers and other deals are refused', async () => {
    const id = await addDeal(people.ana, { companyName: 'Rights' });
    const email = buildEmail({ parts: [textPart('Text')] });
    expect((await send(id, email, { type: 'text/plain' })).status).toBe(415);
    expect((await send(id, email, { as: people.ben })).status).toBe(404);
    expect((await send(999_999, email)).status).toBe(404);
  });

  test('an attachment of 20 MB is stored', async () => {
    const deck = Buffer.alloc(20 * 1024 * 1024, 'valves ');
    const { files } = await addTo(
      'Large',
      buildEmail({ parts: [textPart('x'), filePart('d.pdf', deck)] }),
    );
    expect(files).toMatchObject([{ size: deck.length }]);
  });

  test('an email over 30 MB is refused', async () => {
    const id = await addDeal(people.ana, { companyName: 'Huge' });
    const { status } = await send(id, Buffer.alloc(31 * 1024 * 1024, 'x'));
    expect(status).toBe(413);
  });

  test('emails come back with their deal, and end with their note', async () => {
    const email = buildEmail({ parts: [textPart('Text')] });
    const { id, noteId } = await addTo('Kept', email);
    await deleteDeal(people.ana, id);
    await restoreFromTrash(people.maren, (await listTrash(people.maren, SLICE))[0]!.id);
    expect((await send(id, email)).status).toBe(200);
    await deleteNote(people.ana, noteId);
    expect((await send(id, email)).status).toBe(201);
  });

  test('an email notifies nobody', async () => {
    const email = buildEmail({ parts: [textPart('@Ben knows us from @wickham')] });
    const { id } = await addTo('Mentions', email);
    expect(await countUnreadMentions(people.ben)).toBe(0);
    const [note] = await listNotes(people.ana, id);
    expect(note).toMatchObject({ isEmail: true, mentions: [], unmatched: [] });
  });
});

describe('emails on the page of a deal (rule 28.5)', () => {
  const post = (id: number, ...emails: string[]) => {
    const file = emails.map((email, n) => new File([email], `mail ${n}.eml`));
    return call(page, 'POST', `/pipeline/${id}/emails`, { ...at(id), file });
  };
  const at = (id: number) => ({ as: people.ana, params: { id: String(id) } });

  test('several emails are added, each alone', async () => {
    const id = await addDeal(people.ana, { companyName: 'Several' });
    const [one, two] = ['One', 'Two'].map((text) => buildEmail({ parts: [textPart(text)] }));
    const added = await readOutcome(await post(id, one!, two!));
    expect(added).toEqual(successOutcome(`/pipeline/${id}#notes`, '2 emails added'));
    const again = await readOutcome(await post(id, one!));
    expect(again).toEqual(successOutcome(`/pipeline/${id}#notes`, '1 was there already'));
    const mixed = await post(id, '', buildEmail({ parts: [textPart('Three')] }));
    expect(mixed.status).toBe(400);
    expect(JSON.stringify(await mixed.json())).toMatch(
      /mail 0\.eml: .*not an email.* 1 email added/,
    );
    expect(await listNotes(people.ana, id)).toHaveLength(3);
  });

  test('a form of 21 emails is refused and stores none', async () => {
    const id = await addDeal(people.ana, { companyName: 'Many' });
    const emails = Array.from({ length: 21 }, (_, n) =>
      buildEmail({ parts: [textPart(`Email ${n}`)] }),
    );
    const refused = await post(id, ...emails);
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { problem: 'Please add at most 20 emails at once. None was added.' },
    ]);
    expect(await listNotes(people.ana, id)).toEqual([]);
    const added = await readOutcome(await post(id, ...emails.slice(1)));
    expect(added).toEqual(successOutcome(`/pipeline/${id}#notes`, '20 emails added'));
  });

  test('a form that ends early adds none of its emails', async () => {
    const id = await addDeal(people.ana, { companyName: 'Cut off' });
    const email = buildEmail({ parts: [textPart('One')] });
    const head = 'Content-Disposition: form-data; name="file"; filename="mail.eml"';
    const answer = await call(page, 'POST', `/pipeline/${id}/emails`, {
      ...at(id),
      body: new Uint8Array(Buffer.from(`--b\r\n${head}\r\n\r\n${email}\r\n--b\r\n`)),
      headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
    });
    expect(answer.status).toBe(400);
    expect(await listNotes(people.ana, id)).toEqual([]);
  });

  test('earlier emails are folded', async () => {
    const { id } = await addTo('Folded', buildEmail({ parts: [textPart(REPLY)] }));
    const html = await renderScreen(dealPage, `/pipeline/${id}`, at(id));
    const [, folded] = /Earlier emails and signature<\/summary>(.*?)<\/details>/s.exec(html)!;
    expect(folded).toContain('What do the pilots pay?');
    expect(html.replace(folded!, '')).not.toContain('What do the pilots pay?');
  });
});

const SLICE = { limit: 1, offset: 0 };
