import { eq } from 'drizzle-orm';
import { intakeSettings } from '#db/schema';
import { transaction } from '#db/transaction';
import { addInboxItem, type NewInboxItem } from '~/domain/inbox/insert.server';
import type { InboxItemAnswer } from '~/domain/inbox/json';
import { SETTINGS_ID } from '~/domain/intake/settings.server';
import * as list from '~/routes/api.inbox';
import * as item from '~/routes/api.inbox_.$id';
import * as accept from '~/routes/api.inbox_.$id_.accept';
import * as decline from '~/routes/api.inbox_.$id_.decline';
import * as junk from '~/routes/api.inbox_.$id_.junk';
import * as reopen from '~/routes/api.inbox_.$id_.reopen';
import * as email from '~/routes/api.inbox_.email';
import { call } from './cast';

/** Stores an item as a program would, without an account. Returns its id. */
export async function receive(fields: Partial<NewInboxItem> = {}): Promise<number> {
  const { id } = await addInboxItem(undefined, {
    source: 'api',
    companyName: 'Quillmoor',
    ...fields,
  });
  return id;
}

interface Sender {
  cookie: string;
}

interface InboxAnswer {
  status: number;
  body: InboxItemAnswer & {
    message?: string;
    errors?: { path: string }[];
    pipelineId: number;
  };
}

async function readAnswer(answer: Promise<Response>): Promise<InboxAnswer> {
  const response = await answer;
  return { status: response.status, body: (await response.json()) as InboxAnswer['body'] };
}

const DECISIONS = { accept, decline, junk, reopen };

export const decide = (
  as: Sender,
  id: number,
  decision: keyof typeof DECISIONS,
  json?: Record<string, unknown>,
): Promise<InboxAnswer> =>
  readAnswer(
    call(DECISIONS[decision], 'POST', `/api/inbox/${id}/${decision}`, {
      as,
      json,
      params: { id: String(id) },
    }),
  );

export const getItem = (as: Sender, id: number): Promise<InboxAnswer> =>
  readAnswer(call(item, 'GET', `/api/inbox/${id}`, { as, params: { id: String(id) } }));

export const postItem = (as: Sender | undefined, json: Record<string, unknown>) =>
  readAnswer(call(list, 'POST', '/api/inbox', { as, json }));

export const postEmail = (
  as: Sender,
  bytes: string | Buffer,
  type = 'message/rfc822',
): Promise<InboxAnswer> =>
  readAnswer(
    call(email, 'POST', '/api/inbox/email', {
      as,
      body: new Uint8Array(Buffer.from(bytes)),
      headers: { 'Content-Type': type },
    }),
  );

export async function listInbox(as: Sender | undefined, query = '') {
  const answer = await call(list, 'GET', `/api/inbox${query}`, { as });
  const body = (await answer.json()) as InboxItemAnswer[];
  return { status: answer.status, body, total: Number(answer.headers.get('X-Total-Count')) };
}

/** Sets who triages. */
export async function setTriage(triage: 'staff' | 'everyone'): Promise<void> {
  await transaction(async (tx) => {
    await tx.delete(intakeSettings).where(eq(intakeSettings.id, SETTINGS_ID));
    await tx.insert(intakeSettings).values({ id: SETTINGS_ID, triage });
  });
}
