import { data } from '@remix-run/node';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { savedSubmissions } from '#db/schema';
import { transaction } from '#db/transaction';
import { saveSubmission } from '~/domain/saved-submission/saved-submission.server';
import { conflict, notFound } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { call, createCastForAll } from '../../support/cast';
import { readOutcome } from '../../support/toast';

const people = createCastForAll();
beforeEach(async () => {
  await transaction(async (tx) => tx.delete(savedSubmissions));
});

/** Saves what its form says, and answers the name of an error. */
const action = formAction({
  access: 'staff',
  savesSubmission: true,
  fields: { text: ['name', 'submission'] },
  async handler({ viewer, form, submissionKey }) {
    const name = form.get('name');
    if (name === 'taken') throw conflict('Taken.');
    if (name === 'gone') throw notFound();
    if (name === 'back') return { redirectTo: '/admin' };
    if (name === 'saved') return { redirectTo: '/admin', toast: { title: 'Saved' }, replace: true };
    return data({ name, viewer: viewer.id, submissionKey });
  },
  onError({ status, message }, { form }) {
    if (status === 404) return undefined;
    return form.get('submission')
      ? { redirectTo: '/admin', toast: { title: 'Not saved', text: message, failed: true } }
      : data({ message }, status);
  },
});
const route = { action };

const send = (form: Record<string, string>, path = '/admin', as = people.maren) =>
  call(route, 'POST', path, { as, form });

describe('formAction (rules 1.22 and 12.13)', () => {
  test('the handler gets the sender, fields and submission key', async () => {
    const submission = crypto.randomUUID();
    const answer = await send({ name: 'Halden', submission, other: 'x' });
    const sent = { name: 'Halden', viewer: people.maren.id, submissionKey: submission };
    expect(await answer.json()).toEqual(sent);
  });

  test('a sender without the role gets 403', async () => {
    expect((await send({ name: 'saved' }, '/admin', people.ana)).status).toBe(403);
  });

  test('a redirect shows its message and replaces the page', async () => {
    const answer = await send({ name: 'saved' });
    expect(await readOutcome(answer)).toEqual(['/admin', 'Saved', undefined, false]);
    expect(answer.headers.get('X-Remix-Replace')).toBe('true');
    const plain = await send({ name: 'back' });
    expect(plain.headers.get('Set-Cookie')).toBeNull();
  });

  test('a page answers a domain error with its status', async () => {
    const answer = await send({ name: 'taken' });
    expect([answer.status, await answer.json()]).toEqual([409, { message: 'Taken.' }]);
  });

  test('an error that the page does not answer is thrown', async () => {
    expect((await send({ name: 'gone' })).status).toBe(404);
  });

  test('a redirect ends a saved submission, an error keeps it', async () => {
    const key = await saveSubmission(people.maren.id, { path: '/admin', fields: [] });
    const address = `/admin?late=${key}`;
    await send({ name: 'taken', submission: 'x' }, address);
    expect(await db.$count(savedSubmissions)).toBe(1);
    await send({ name: 'saved' }, address);
    expect(await db.$count(savedSubmissions)).toBe(0);
  });
});
