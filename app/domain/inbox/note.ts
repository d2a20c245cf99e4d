import type { InboxItem } from '#db/schema';
import { buildEmailNote } from '~/domain/email/note-text';
import { MAX_NOTE_LENGTH } from '~/domain/note/limits';
import { abbreviate } from '~/domain/text/text';
import { SOURCE_LABELS } from './labels';

/** A note holds the longest text of a pitch, and these facts. */
const MAX_FACT_CHARACTERS = 400;

/** Identifies the note of an item among a deal's emails: a text of a stranger, which mentions nobody. */
export function getItemMessageId({ id, messageId }: Pick<InboxItem, 'id' | 'messageId'>): string {
  return messageId ?? `inbox-${id}`;
}

export function buildItemNote(item: InboxItem): string {
  return item.source === 'email' ? buildNoteOfEmail(item) : buildNoteOfPitch(item);
}

function buildNoteOfEmail(item: InboxItem): string {
  const { text: note } = buildEmailNote(item);
  const named = `Source: ${SOURCE_LABELS.email}\n${note}`;
  return named.length <= MAX_NOTE_LENGTH ? named : note;
}

function buildNoteOfPitch(item: InboxItem): string {
  const { contactName, contactEmail, industries } = item;
  const contact = [contactName, contactEmail && `<${contactEmail}>`].filter(Boolean).join(' ');
  const facts = [
    ['Source', SOURCE_LABELS[item.source]],
    ['Received', `${item.receivedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
    ['Company', item.companyName],
    ['From', contact],
    ['Website', item.website],
    ['Industries', industries.join(', ')],
    ['Round', item.fundingRound],
    ['Target size', item.targetFundingSize],
    ['Heard from', item.heardFrom],
  ] as const;
  const lines = facts.flatMap(([name, value]) =>
    // A line break in a value would let a sender write facts.
    value ? `${name}: ${abbreviate(value.replace(/\s+/g, ' '), MAX_FACT_CHARACTERS)}` : [],
  );
  return [lines.join('\n'), item.text].filter(Boolean).join('\n\n');
}
