import { afterEach, describe, expect, test } from 'vitest';
import { listAttachments } from '~/domain/attachment/list.server';
import { addContact } from '~/domain/contact/edit.server';
import { listContacts } from '~/domain/contact/list.server';
import { addCustomField } from '~/domain/custom-field/create.server';
import { NewCustomField } from '~/domain/custom-field/schema';
import { updateDeal } from '~/domain/deal/update.server';
import { acceptInboxItem } from '~/domain/inbox/accept.server';
import { declineInboxItem } from '~/domain/inbox/decide.server';
import { listBlockedSenders } from '~/domain/intake/blocked-senders.server';
import { listNotes } from '~/domain/note/thread.server';
import { countUnreadMentions } from '~/domain/note/unread-mentions.server';
import { reopenInboxItem } from '~/domain/operations/inbox/reopen.server';
import { mergeDeals } from '~/domain/operations/merge/merge.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { restoreFromTrash } from '~/domain/operations/trash/restore.server';
import { undoOwnOperation } from '~/domain/operations/undo/undo.server';
import { parseInput } from '~/errors';
import * as file from '~/routes/api.inbox_.$id_.files_.$file';
import * as dealEmails from '~/routes/api.pipelines_.$id_.emails';
import * as itemPage from '~/routes/inbox_.$id/route';
import { call, type CastMember, createCastForEach } from '../support/cast';
import { addDeal, getStoredDeal } from '../support/deals';
import { buildEmail, filePart, textPart } from '../support/emails';
import {
  decide,
  getItem,
  listInbox,
  postEmail,
  postItem,
  receive,
  setTriage,
} from '../support/inbox';
import { listSentFields, readText, renderScreen } from '../support/render-screen';
import { failureOutcome, readOutcome } from '../support/toast';

const people = createCastForEach();
afterEach(() => setTriage('staff'));

const PDF = '%PDF-1.4 a deck';
const letter = (messageId: string, text = 'Hello, here is our deck.', headers: string[] = []) =>
  buildEmail({
    headers: [`Message-ID: <${messageId}>`, 'To: deals@fund.example', ...headers],
    parts: [textPart(text), filePart('deck.pdf', PDF)],
  });

const addEmail = (dealId: number, email: ReturnType<typeof letter>) =>
  call(dealEmails, 'POST', `/api/pipelines/${dealId}/emails`, {
    as: people.ana,
    params: { id: String(dealId) },
    body: new Uint8Array(Buffer.from(email)),
    headers: { 'Content-Type': 'message/rfc822' },
  });

const addField = (field: Record<string, unknown>) =>
  addCustomField(people.maren, parseInput(NewCustomField, field));

describe('sending to the inbox (rule 29.1)', () => {
  test('any user puts a company into the inbox', async () => {
    const sent = {
      companyName: 'Quillmoor',
      contactName: 'Noor Haddaway',
      contactEmail: 'noor@quillmoor.example',
      website: 'quillmoor.example',
      text: 'We make valves.',
      industries: ['AI'],
      fundingRound: 'Seed',
      targetFundingSize: '$2M',
      heardFrom: 'A friend',
    };
    const { status, body } = await postItem(people.ana, sent);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...sent,
      website: 'https://quillmoor.example',
      source: 'api',
      state: 'pending',
      subject: null,
      files: [],
      matches: [],
      pipelineId: null,
      decidedBy: null,
      decidedAt: null,
      reason: null,
    });
  });

  test.each([
    [{}, 'companyName'],
    [{ companyName: '' }, 'companyName'],
    [{ companyName: 'A', contactEmail: 'nobody' }, 'contactEmail'],
    [{ companyName: 'A', text: 'x'.repeat(5_001) }, 'text'],
    [{ companyName: 'A', industries: 'AI' }, 'industries'],
  ])('%j is refused at its field', async (sent, path) => {
    const { status, body } = await postItem(people.ana, sent);
    expect([status, body.errors?.[0]?.path]).toEqual([400, path]);
  });

  test('nobody sends without signing in', async () => {
    expect((await postItem(undefined, { companyName: 'A' })).status).toBe(401);
  });

  test('an email becomes an item with its files', async () => {
    const { status, body } = await postEmail(people.ana, letter('one@wickham.example'));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      source: 'email',
      companyName: null,
      contactName: 'Noor Haddaway',
      contactEmail: 'noor@wickham.example',
      subject: 'Wickham Valves, seed round',
      text: 'Hello, here is our deck.',
      files: [{ name: 'deck.pdf', size: PDF.length, type: 'application/pdf' }],
    });
  });

  test('an item has what its email says of itself', async () => {
    const headers = ['To: Ana <ana@fund.example>, deals@fund.example', 'Cc: ben@fund.example'];
    const text = 'Our deck.\n\nOn Mon, Nov 23, 2026, Ana <ana@fund.example> wrote:\n> Send it';
    const { body } = await postEmail(people.ana, buildEmail({ headers, parts: [textPart(text)] }));
    expect(body).toMatchObject({
      to: [
        { name: 'Ana', email: 'ana@fund.example' },
        { name: null, email: 'deals@fund.example' },
      ],
      cc: [{ name: null, email: 'ben@fund.example' }],
      sentAt: '2026-11-24T09:31:00.000Z',
      text: 'Our deck.',
      quotedText: expect.stringContaining('> Send it'),
    });
    const sent = await postItem(people.ana, { companyName: 'Quillmoor' });
    expect(sent.body).toMatchObject({ to: [], cc: [], sentAt: null, quotedText: null });
  });

  test('a known Message-ID answers with the stored item', async () => {
    const first = await postEmail(people.maren, letter('two@wickham.example'));
    const again = await postEmail(people.maren, letter('two@wickham.example', 'Another text'));
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  test('a sender who does not triage learns id and state alone', async () => {
    const { body } = await postEmail(people.maren, letter('three@wickham.example'));
    const again = await postEmail(people.ana, letter('three@wickham.example'));
    expect([again.status, again.body]).toEqual([200, { id: body.id, state: 'pending' }]);
  });

  test('an email with a file alone is stored', async () => {
    const email = buildEmail({ parts: [textPart(''), filePart('deck.pdf', PDF)] });
    expect((await postEmail(people.ana, email)).status).toBe(201);
  });

  test('an email with an inline image alone is stored', async () => {
    const headers = ['Content-Disposition: inline; filename="captable.png"'];
    const image = { type: 'image/png', content: 'png', headers };
    const email = buildEmail({ parts: [textPart(''), image] });
    expect((await postEmail(people.ana, email)).status).toBe(201);
  });

  test.each([
    ['no bytes', ''],
    ['no headers', '\r\nHello'],
    ['no text', buildEmail({ parts: [textPart('')] })],
  ])('an email with %s is refused at the message', async (_, email) => {
    const { status, body } = await postEmail(people.ana, email);
    expect([status, body.errors?.[0]?.path ?? 'message']).toEqual([400, 'message']);
  });

  test('other types are refused', async () => {
    expect((await postEmail(people.ana, letter('a@b.c'), 'text/plain')).status).toBe(415);
  });

  test('an email over 30 MB is refused', async () => {
    const { status } = await postEmail(people.ana, Buffer.alloc(31 * 1024 * 1024, 'x'));
    expect(status).toBe(413);
  });

  test('two people who accept an item make one deal', async () => {
    const id = await receive({ companyName: 'Accepted twice' });
    const both = [people.maren, people.tomas].map((person) => decide(person, id, 'accept'));
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409]);
  });

  test('a forwarded email is of its original sender', async () => {
    const text = [
      'What do you think?',
      '',
      '---------- Forwarded message ---------',
      'From: Noor Haddaway <noor@wickham.example>',
      'Date: Tue, Nov 24, 2026 at 10:31 AM',
      'Subject: Seed round',
      'To: <ana@demo.example>',
      '',
      'We make valves.',
    ].join('\n');
    const headers = ['From: Ana <ana@demo.example>', 'Subject: Fwd: Seed round'];
    const { body } = await postEmail(people.ana, letter('four@demo.example', text, headers));
    expect(body.contactEmail).toBe('noor@wickham.example');
  });
});

describe('the contact of an email (rule 29.1)', () => {
  const findContact = async (...headers: string[]) => {
    const email = buildEmail({ headers, parts: [textPart('Look at them.')] });
    return (await postEmail(people.maren, email)).body.contactEmail;
  };
  const FROM_COLLEAGUE = 'From: Ana <ana@demo.example>';

  test('a mailbox of the fund is no contact', async () => {
    expect(await findContact(FROM_COLLEAGUE, 'To: Deals <deals@demo.example>')).toBeNull();
  });

  test('a colleague who writes to a founder names the founder', async () => {
    const to = 'To: deals@demo.example, Noor <noor@wickham.example>';
    expect(await findContact(FROM_COLLEAGUE, to)).toBe('noor@wickham.example');
  });

  test('recipients are no contact of an email without a sender', async () => {
    expect(await findContact('From: nobody', 'To: x@y.example')).toBeNull();
  });
});

describe('Message-IDs (rule 29.1)', () => {
  test('a Message-ID without "@" makes a second delivery known', async () => {
    const send = (server: string) =>
      postEmail(people.maren, letter('5f1c2', 'Hello', [`Received: from ${server}`]));
    const first = await send('mx1.fund.example');
    const again = await send('mx2.fund.example');
    expect([again.status, again.body.id]).toEqual([200, first.body.id]);
  });

  test('long Message-IDs that differ at their end are two items', async () => {
    const send = (end: string) =>
      postEmail(people.maren, letter(`${'x'.repeat(600)}${end}@wickham.example`));
    expect([(await send('a')).status, (await send('b')).status]).toEqual([201, 201]);
    expect((await send('b')).status).toBe(200);
  });
});

describe('reading the inbox (rules 29.1 and 29.8)', () => {
  test('staff sees pending items, newest first', async () => {
    await receive({ companyName: 'First' });
    await receive({ companyName: 'Second' });
    const { status, body, total } = await listInbox(people.tomas, '?limit=2');
    expect(status).toBe(200);
    expect(body.map(({ companyName }) => companyName)).toEqual(['Second', 'First']);
    expect(total).toBeGreaterThanOrEqual(2);
  });

  test('others see the inbox only where everyone triages', async () => {
    const id = await receive();
    expect((await listInbox(people.ana)).status).toBe(403);
    expect((await getItem(people.ana, id)).status).toBe(403);
    expect((await decide(people.ana, id, 'decline')).status).toBe(403);
    await setTriage('everyone');
    expect((await listInbox(people.ana)).status).toBe(200);
    expect((await getItem(people.ana, id)).status).toBe(200);
    expect((await decide(people.ana, id, 'decline')).status).toBe(200);
  });

  test('the inbox is closed to strangers, and items are counted', async () => {
    expect((await listInbox(undefined)).status).toBe(401);
    expect((await getItem(people.maren, 999_999)).status).toBe(404);
    expect((await listInbox(people.maren, '?state=lost')).status).toBe(400);
  });

  test('a state, a source and a word select items', async () => {
    const id = await receive({ companyName: 'Thistledown Labs' });
    await decide(people.maren, id, 'junk');
    const find = async (query: string) =>
      (await listInbox(people.maren, query)).body.map((item) => item.id);
    expect(await find('?search=thistle')).toEqual([]);
    expect(await find('?search=thistle&state=junk')).toEqual([id]);
    expect(await find('?search=thistle&state=all&source=api')).toEqual([id]);
    expect(await find('?search=thistle&state=all&source=form')).toEqual([]);
  });

  test('a word of the quoted text finds an item', async () => {
    const text =
      'Here is our deck.\n\nOn Mon, Nov 23, 2026 Ana <ana@demo.example> wrote:\n> Valves?';
    const { body } = await postEmail(people.maren, letter('six@wickham.example', text));
    expect(body.text).not.toContain('Valves?');
    const found = await listInbox(people.maren, '?search=valves%3F');
    expect(found.body.map(({ id }) => id)).toEqual([body.id]);
  });

  test('a file of an item is downloaded', async () => {
    const { body } = await postEmail(people.maren, letter('five@wickham.example'));
    const params = { id: String(body.id), file: String(body.files[0]!.id) };
    const path = `/api/inbox/${params.id}/files/${params.file}`;
    const answer = await call(file, 'GET', path, { as: people.maren, params });
    expect(answer.headers.get('Content-Disposition')).toContain('attachment; filename="deck.pdf"');
    expect((await call(file, 'GET', path, { as: people.ana, params })).status).toBe(403);
    const other = { ...params, id: String(await receive()) };
    expect((await call(file, 'GET', path, { as: people.maren, params: other })).status).toBe(404);
  });
});

describe('matching (rule 29.3)', () => {
  const reasons = async (as: { cookie: string }, id: number) =>
    (await getItem(as, id)).body.matches.map((match) => [match.companyName, match.reason]);

  test('a reply matches the deal of the email that it answers', async () => {
    const dealId = await addDeal(people.ana, { companyName: 'Pellmoor' });
    await addEmail(dealId, letter('pilots@pellmoor.example'));
    const { body } = await postEmail(
      people.maren,
      letter('answer@else.example', 'Hello', [
        'From: Bo <bo@else.example>',
        'References: <older@else.example> <pilots@pellmoor.example>',
      ]),
    );
    expect(await reasons(people.maren, body.id)).toEqual([['Pellmoor', 'reply']]);
  });

  test('a deal matches once, by its strongest reason', async () => {
    const dealId = await addDeal(people.ana, { companyName: 'Corvane GmbH' });
    await addContact(people.ana, dealId, { name: 'Ida', email: 'Ida@Corvane.example' });
    const id = await receive({ companyName: 'Corvane', contactEmail: 'ida@corvane.example' });
    expect(await reasons(people.maren, id)).toEqual([['Corvane GmbH', 'contact']]);
  });

  test('a domain matches contacts and websites, free-mail does not', async () => {
    await addField({ name: 'Website', kind: 'link' });
    const dealId = await addDeal(people.ana, { companyName: 'Dunmere' });
    await addContact(people.ana, dealId, { name: 'Ed', email: 'ed@dunmere.example' });
    await addContact(people.ana, dealId, { name: 'Ed', email: 'ed.dunmere@gmail.com' });
    await addDeal(people.ana, {
      companyName: 'Elderwick',
      fields: { website: 'https://www.elderwick.example/about' },
    });
    const id = await receive({
      companyName: 'Other',
      contactEmail: 'ana@DUNMERE.example',
      website: 'https://elderwick.example',
    });
    expect(new Set(await reasons(people.maren, id))).toEqual(
      new Set([
        ['Dunmere', 'domain'],
        ['Elderwick', 'domain'],
      ]),
    );
    const free = await receive({ companyName: 'Free', contactEmail: 'somebody@gmail.com' });
    expect(await reasons(people.maren, free)).toEqual([]);
  });

  test('a name matches without its legal form', async () => {
    await addDeal(people.ana, { companyName: 'Farrowgate Ltd.' });
    const id = await receive({ companyName: 'FARROWGATE, Inc' });
    expect(await reasons(people.maren, id)).toEqual([['Farrowgate Ltd.', 'name']]);
  });

  test('invisible deals do not match', async () => {
    await setTriage('everyone');
    await addDeal(people.ben, { companyName: 'Hiddenbrook' });
    const id = await receive({ companyName: 'Hiddenbrook' });
    expect(await reasons(people.ana, id)).toEqual([]);
    expect(await reasons(people.maren, id)).toHaveLength(1);
  });
});

describe('accepting (rule 29.4)', () => {
  test('a deal deleted meanwhile leads back to the item', async () => {
    const id = await receive({});
    const deal = await addDeal(people.maren);
    await deleteDeal(people.maren, deal);
    const answer = await call(itemPage, 'POST', `/inbox/${id}`, {
      as: people.maren,
      params: { id: String(id) },
      form: { intent: `add ${deal}` },
    });
    expect(await readOutcome(answer)).toEqual(
      failureOutcome(`/inbox/${id}`, 'Not saved', 'Pipeline not found'),
    );
  });

  test('an item becomes a deal with contact, note and fields', async () => {
    await addField({ name: 'Website', kind: 'link' });
    await addField({ name: 'Source', kind: 'text' });
    const id = await receive({
      contactName: 'Noor',
      contactEmail: 'noor@quillmoor.example',
      website: 'https://quillmoor.example',
      text: 'We make valves.',
      fundingRound: 'Seed',
    });
    const { status, body } = await decide(people.maren, id, 'accept');
    expect(status).toBe(201);
    expect(await getStoredDeal(body.pipelineId)).toMatchObject({
      companyName: 'Quillmoor',
      userId: people.maren.id,
      fundingRound: 'Seed',
      fields: { website: 'https://quillmoor.example', source: 'API' },
    });
    expect(await listContacts(people.maren, body.pipelineId)).toMatchObject([
      { name: 'Noor', email: 'noor@quillmoor.example' },
    ]);
    const [note] = await listNotes(people.maren, body.pipelineId);
    expect(note!.text).toContain('We make valves.');
    expect((await getItem(people.maren, id)).body).toMatchObject({
      state: 'accepted',
      pipelineId: body.pipelineId,
      decidedBy: { id: people.maren.id, name: 'Maren Holt', email: 'maren@demo.example' },
    });
  });

  test('an email brings its files, and earlier emails are folded', async () => {
    const text =
      'Hello Ana,\n\nsee below.\n\nOn Mon, Nov 23, 2026 at 9:12 AM Ana <ana@demo.example> wrote:\n> What do pilots pay?';
    const { body: item } = await postEmail(people.maren, letter('six@wickham.example', text));
    expect((await decide(people.maren, item.id, 'accept')).body.errors).toMatchObject([
      { path: 'companyName' },
    ]);
    const sent = { companyName: 'Wickham', userId: people.ana.id };
    const { status, body } = await decide(people.maren, item.id, 'accept', sent);
    expect(status).toBe(201);
    expect(await getStoredDeal(body.pipelineId)).toMatchObject({ userId: people.ana.id });
    const files = await listAttachments(people.maren, body.pipelineId);
    expect(files.map(({ name }) => name)).toEqual(['deck.pdf']);
    const [note] = await listNotes(people.maren, body.pipelineId);
    expect(note!.text).toContain('Subject: Wickham Valves, seed round');
    expect(note!.text.indexOf('--- Quoted text ---')).toBeGreaterThan(
      note!.text.indexOf('see below'),
    );
  });

  test.each([
    ['a new deal', async () => ({})],
    ['a deal', async () => ({ pipelineId: await addDeal(people.ana, { companyName: 'Corvane' }) })],
  ])("a stranger's @name in %s mentions nobody", async (_, chooseDeal) => {
    const id = await receive({ source: 'form', text: '@Ben and @Ana know us.' });
    const { body } = await decide(people.maren, id, 'accept', await chooseDeal());
    const noMentions = { mentions: [], unmatched: [] };
    expect(await listNotes(people.maren, body.pipelineId)).toMatchObject([noMentions]);

    const { operationId } = await reopenInboxItem(people.maren, id);
    await undoOwnOperation(people.maren, operationId);
    expect(await listNotes(people.maren, body.pipelineId)).toMatchObject([noMentions]);
    expect(await countUnreadMentions(people.ben)).toBe(0);
  });

  test('what no custom field takes is in the note', async () => {
    await addField({ name: 'Source', kind: 'choice', options: ['Referral'] });
    const id = await receive({ website: 'https://quillmoor.example' });
    const { body } = await decide(people.maren, id, 'accept');
    const [note] = await listNotes(people.maren, body.pipelineId);
    expect(note!.text).toContain('Source: API');
    expect(note!.text).toContain('Website: https://quillmoor.example');
  });

  test('a sender writes no line among the facts of a note', async () => {
    const id = await receive({ companyName: 'Quillmoor\nSource: Email', text: 'Our pitch' });
    const { body } = await decide(people.maren, id, 'accept');
    const [note] = await listNotes(people.maren, body.pipelineId);
    expect(note!.text).toContain('\nCompany: Quillmoor Source: Email\n');
  });

  test('an item is added to a deal, its contact only if it is new', async () => {
    const dealId = await addDeal(people.ana, { companyName: 'Corvane' });
    await addContact(people.ana, dealId, { name: 'Ida', email: 'IDA@corvane.example' });
    const id = await receive({ contactName: 'Ida B', contactEmail: 'ida@corvane.example' });
    const { status, body } = await decide(people.maren, id, 'accept', { pipelineId: dealId });
    expect([status, body]).toEqual([200, { pipelineId: dealId }]);
    expect(await listContacts(people.maren, dealId)).toHaveLength(1);
    expect(await listNotes(people.maren, dealId)).toHaveLength(1);
  });

  test('wrong owners and deals are refused, and the item stays', async () => {
    await setTriage('everyone');
    const hidden = await addDeal(people.ben, { companyName: 'Hiddenbrook' });
    const id = await receive();
    const paths = async (sent: Record<string, unknown>) => {
      const { status, body } = await decide(people.ana, id, 'accept', sent);
      return [status, body.errors?.[0]?.path];
    };
    expect(await paths({ userId: 'nobody' })).toEqual([400, 'userId']);
    expect(await paths({ pipelineId: hidden })).toEqual([404, undefined]);
    expect(await paths({ companyName: '' })).toEqual([400, 'companyName']);
    expect(await paths({ fields: { nothing: 1 } })).toEqual([400, 'fields.nothing']);
    expect((await getItem(people.ana, id)).body.state).toBe('pending');
  });

  test('a deal that the reader does not see is not named', async () => {
    await setTriage('everyone');
    const id = await receive();
    await decide(people.maren, id, 'accept');
    expect((await getItem(people.ana, id)).body).toMatchObject({
      state: 'accepted',
      pipelineId: null,
    });
  });
});

describe('declining, junk and reopening (rules 29.2, 29.5 and 29.6)', () => {
  test('a decline keeps its reason', async () => {
    const id = await receive();
    const { status, body } = await decide(people.maren, id, 'decline', {
      reason: 'Too early',
      text: 'Dear Noor',
    });
    expect([status, body.state, body.reason]).toEqual([200, 'declined', 'Too early']);
    const reopened = await decide(people.tomas, id, 'reopen');
    expect([reopened.status, reopened.body.state, reopened.body.reason]).toEqual([
      200,
      'pending',
      null,
    ]);
  });

  test.each(['reason', 'text'])('a %s over 2,000 characters is refused', async (path) => {
    const sent = { [path]: 'x'.repeat(2_001) };
    const { status, body } = await decide(people.maren, await receive(), 'decline', sent);
    expect([status, body.errors?.[0]?.path]).toEqual([400, path]);
  });

  test('a decline that comes too late shows what was typed', async () => {
    const id = await receive();
    await decide(people.tomas, id, 'accept');
    const form = { intent: 'decline', reason: 'Too early', text: 'Dear Noor' };
    const params = { id: String(id) };
    const page = await renderScreen(itemPage, `/inbox/${id}`, { as: people.maren, params, form });
    expect(readText(page)).toContain('|What you typed|reason: Too early\n\ntext: Dear Noor|');
  });

  test('a late decline does not show the proposed text as typed', async () => {
    const id = await receive();
    const show = (form?: Record<string, string>) =>
      renderScreen(itemPage, `/inbox/${id}`, {
        as: people.maren,
        params: { id: String(id) },
        form,
      });
    const preset = Object.fromEntries(listSentFields(await show(), 'text')).text!;
    await decide(people.tomas, id, 'accept');
    const text = preset.replaceAll('\n', '\r\n');
    const late = readText(await show({ intent: 'decline', text }));
    expect(late).toContain('Not saved');
    expect(late).not.toContain('What you typed');
  });

  test('each decision is taken once', async () => {
    for (const decision of ['accept', 'decline', 'junk'] as const) {
      const id = await receive();
      await decide(people.maren, id, decision);
      const second = ['accept', 'decline', 'junk'] as const;
      for (const again of second) {
        const { status, body } = await decide(people.maren, id, again);
        expect([status, typeof body.message]).toEqual([409, 'string']);
      }
      await decide(people.maren, id, 'reopen');
      expect((await decide(people.maren, id, 'reopen')).status).toBe(409);
    }
  });

  test('junk blocks its sender until it is reopened', async () => {
    const spam = { contactEmail: 'Sales@Spam.example' };
    const id = await receive(spam);
    await decide(people.maren, id, 'junk', { blockSender: true });
    expect(await listBlockedSenders()).toEqual(['sales@spam.example']);
    expect((await getItem(people.maren, await receive(spam))).body.state).toBe('junk');
    await decide(people.maren, id, 'reopen');
    expect(await listBlockedSenders()).toEqual([]);
  });

  test('reopening moves the unchanged deal to the trash', async () => {
    const id = await receive();
    const { pipelineId } = (await decide(people.maren, id, 'accept')).body;
    expect((await decide(people.maren, id, 'reopen')).status).toBe(200);
    expect(await getStoredDeal(pipelineId)).toBeUndefined();
    expect((await decide(people.maren, id, 'accept')).status).toBe(201);
  });

  test('an item whose deal was restored is not accepted twice', async () => {
    const id = await receive({ text: 'Our pitch' });
    const { pipelineId } = (await decide(people.maren, id, 'accept')).body;
    const { entries } = await deleteDeal(people.maren, pipelineId);
    await decide(people.maren, id, 'reopen');
    await restoreFromTrash(people.maren, entries[0]!);
    const { status, body } = await decide(people.maren, id, 'accept');
    expect([status, body.message]).toEqual([
      409,
      'This item was added to Quillmoor, which has been restored. Add it to that deal.',
    ]);
    expect((await decide(people.maren, id, 'accept', { pipelineId })).status).toBe(200);
    expect(await listNotes(people.maren, pipelineId)).toHaveLength(1);
  });

  test('a changed deal keeps its item accepted', async () => {
    const id = await receive();
    const { pipelineId } = (await decide(people.maren, id, 'accept')).body;
    await addContact(people.maren, pipelineId, { name: 'Ida' });
    const { status, body } = await decide(people.maren, id, 'reopen');
    expect([status, body.message]).toEqual([
      409,
      'Its deal has been changed since, so this item stays accepted.',
    ]);
  });

  test('reopening takes from a deal what the item brought', async () => {
    const dealId = await addDeal(people.ana, { companyName: 'Corvane' });
    const { body: item } = await postEmail(people.maren, letter('seven@wickham.example'));
    await decide(people.maren, item.id, 'accept', { pipelineId: dealId });
    expect((await decide(people.tomas, item.id, 'reopen')).status).toBe(200);
    expect(await listNotes(people.maren, dealId)).toEqual([]);
    expect(await listContacts(people.maren, dealId)).toEqual([]);
    expect(await listAttachments(people.maren, dealId)).toEqual([]);
  });

  test('an item of an email that its deal had already is reopened', async () => {
    const dealId = await addDeal(people.ana);
    await addEmail(dealId, letter('nine@wickham.example'));
    const { body: item } = await postEmail(people.maren, letter('nine@wickham.example'));
    await decide(people.maren, item.id, 'accept', { pipelineId: dealId });
    expect((await decide(people.maren, item.id, 'reopen')).status).toBe(200);
    expect(await listNotes(people.maren, dealId)).toHaveLength(1);
  });
});

async function readItemPage(id: number, as: CastMember): Promise<string> {
  const params = { id: String(id) };
  return readText(await renderScreen(itemPage, `/inbox/${id}`, { as, params }));
}

describe('the page of a decided item (rules 29.4 and 29.6)', () => {
  test('only who may reopen an item is offered it', async () => {
    const { ana, ben, tomas } = people;
    await setTriage('everyone');
    const id = await receive();
    await acceptInboxItem(tomas, id, { userId: ana.id });
    for (const as of [ana, tomas]) expect(await readItemPage(id, as)).toContain('|Reopen|');
    expect(await readItemPage(id, ben)).not.toContain('|Reopen|');
  });

  test('an item of a changed deal says why it stays accepted', async () => {
    const id = await receive();
    const { dealId } = await acceptInboxItem(people.maren, id, {});
    expect(await readItemPage(id, people.maren)).toContain('|Reopen|');
    await addContact(people.maren, dealId, { name: 'Ida' });
    const page = await readItemPage(id, people.maren);
    expect(page).toContain('|Its deal has been changed since, so this item stays accepted.|');
    expect(page).not.toContain('|Reopen|');
  });
});

describe('items of merged deals (rule 29.4)', () => {
  test('an item goes to the deal that the chosen one was merged into', async () => {
    const id = await receive();
    const winner = await addDeal(people.maren);
    const loser = await addDeal(people.maren);
    await mergeDeals(people.maren, winner, { otherId: loser });
    const { status, body } = await decide(people.maren, id, 'accept', { pipelineId: loser });
    expect([status, body.pipelineId]).toEqual([200, winner]);
    expect(await listNotes(people.maren, winner)).toHaveLength(1);
  });

  test('an item leads to the deal that its deal was merged into', async () => {
    const { ana, maren } = people;
    await setTriage('everyone');
    const id = await receive();
    const { dealId } = await acceptInboxItem(maren, id, {});
    const winner = await addDeal(maren);
    await mergeDeals(maren, winner, { otherId: dealId });
    expect((await getItem(maren, id)).body.pipelineId).toBe(winner);
    expect((await getItem(ana, id)).body.pipelineId).toBeNull();
    const params = { id: String(id) };
    const page = await renderScreen(itemPage, `/inbox/${id}`, { as: maren, params });
    expect(page).toContain(`href="/pipeline/${winner}"`);
  });
});

describe('undo of decisions (rule 29.6)', () => {
  test('undoing an acceptance brings the item back', async () => {
    const id = await receive();
    const { operationId, dealId } = await acceptInboxItem(people.maren, id, {});
    await undoOwnOperation(people.maren, operationId);
    expect((await getItem(people.maren, id)).body.state).toBe('pending');
    expect(await getStoredDeal(dealId)).toBeUndefined();
  });

  test('undoing an acceptance keeps a deal that changed since', async () => {
    const id = await receive();
    const { operationId, dealId } = await acceptInboxItem(people.maren, id, {});
    await addContact(people.tomas, dealId, { name: 'Ida' });
    const { inboxItems } = await undoOwnOperation(people.maren, operationId);
    expect(inboxItems).toBeUndefined();
    expect((await getItem(people.maren, id)).body.state).toBe('accepted');
  });

  test('undoing an acceptance counts its deleted deal as gone', async () => {
    const id = await receive();
    const { operationId, dealId } = await acceptInboxItem(people.maren, id, {});
    await deleteDeal(people.maren, dealId);
    const { undone, gone, inboxItems } = await undoOwnOperation(people.maren, operationId);
    expect({ undone, gone, inboxItems }).toEqual({ undone: 0, gone: 1, inboxItems: 1 });
  });

  test('undoing an acceptance leaves a merged deal alone', async () => {
    const id = await receive();
    const winner = await addDeal(people.maren);
    const { operationId, dealId } = await acceptInboxItem(people.maren, id, {});
    await mergeDeals(people.maren, winner, { otherId: dealId });
    const undone = await undoOwnOperation(people.maren, operationId);
    expect(undone.inboxItems).toBeUndefined();
    expect(undone.changedSince).toMatchObject([
      { why: 'Merged into another deal since by Maren Holt.' },
    ]);
    expect((await getItem(people.maren, id)).body.state).toBe('accepted');
  });

  test('undoing an addition keeps all in a deal that changed since', async () => {
    const dealId = await addDeal(people.ana);
    const id = await receive();
    const { operationId } = await acceptInboxItem(people.maren, id, { pipelineId: dealId });
    await updateDeal(people.ana, dealId, { ceoName: 'Ida' });
    await undoOwnOperation(people.maren, operationId);
    expect((await getItem(people.maren, id)).body.state).toBe('accepted');
    expect(await listNotes(people.maren, dealId)).toHaveLength(1);
  });

  test('undoing a decline or its reopening changes the state back', async () => {
    const id = await receive();
    const declined = await declineInboxItem(people.maren, id, { reason: 'Too early' });
    await undoOwnOperation(people.maren, declined.operationId);
    expect((await getItem(people.maren, id)).body.state).toBe('pending');
    await declineInboxItem(people.maren, id, { reason: 'Too early' });
    const { operationId } = await reopenInboxItem(people.maren, id);
    await undoOwnOperation(people.maren, operationId);
    expect((await getItem(people.maren, id)).body).toMatchObject({
      state: 'declined',
      reason: 'Too early',
    });
  });

  test('undoing the reopening of an accepted item restores its deal', async () => {
    const id = await receive();
    const { dealId } = await acceptInboxItem(people.maren, id, {});
    const { operationId } = await reopenInboxItem(people.maren, id);
    await undoOwnOperation(people.maren, operationId);
    const after = { state: 'accepted', pipelineId: dealId };
    expect((await getItem(people.maren, id)).body).toMatchObject(after);
  });

  test('undoing the removal of an item from a deal brings all back', async () => {
    const dealId = await addDeal(people.ana, { companyName: 'Corvane' });
    const { body: item } = await postEmail(people.maren, letter('eight@wickham.example'));
    const readDeal = async () => ({
      notes: await listNotes(people.maren, dealId),
      contacts: await listContacts(people.maren, dealId),
      files: await listAttachments(people.maren, dealId),
    });
    await decide(people.maren, item.id, 'accept', { pipelineId: dealId });
    const { notes, contacts, files } = await readDeal();
    for (let round = 0; round < 2; round++) {
      const { operationId } = await reopenInboxItem(people.tomas, item.id);
      expect((await readDeal()).notes).toEqual([]);
      await undoOwnOperation(people.tomas, operationId);
      const back = await readDeal();
      expect(back.notes).toEqual([{ ...notes[0], id: back.notes[0]!.id }]);
      expect(back.contacts).toMatchObject([{ id: contacts[0]!.id, name: 'Noor Haddaway' }]);
      expect(back.files).toMatchObject([{ id: files[0]!.id, name: 'deck.pdf' }]);
      const { body } = await getItem(people.maren, item.id);
      expect(body).toMatchObject({ state: 'accepted', pipelineId: dealId });
    }
  });

  test('a decision that somebody took since stays', async () => {
    const id = await receive();
    const { operationId } = await declineInboxItem(people.maren, id, {});
    await reopenInboxItem(people.tomas, id);
    await declineInboxItem(people.tomas, id, { reason: 'No' });
    await undoOwnOperation(people.maren, operationId).catch(() => undefined);
    expect((await getItem(people.maren, id)).body).toMatchObject({ reason: 'No' });
  });
});
