import type { Fund } from '../fund';
import { longText, range } from '../texts';

/** Pending items with the longest texts and many matches. */
export function addInbox(fund: Fund): void {
  const { now } = fund;
  const ids = fund.insert(
    'inbox_items',
    range(fund.count(1_000, 100)).map((n) => ({
      source: 'email',
      state: 'pending',
      received_at: now - n,
      company_name: `Deal ${n}`,
      contact_name: `Sender ${n} `.padEnd(200, 's'),
      contact_email: `person${n}@company-${n}.example`,
      website: `https://company-${n}.example`,
      subject: `Subject ${n} `.padEnd(500, 's'),
      text: longText(20_000),
      industries: [],
      message_id: `message-${n}@company.example`,
      answered_ids: range(50).map((answered) => `answered-${answered}@company.example`),
      to: range(50).map((to) => ({ name: '', address: `to${to}@fund.example` })),
      quoted_text: longText(20_000),
      search_text: longText(20_000),
    })),
  );
  fund.insert(
    'inbox_files',
    ids.flatMap((item_id) =>
      range(3).map((n) => ({
        item_id,
        name: `File ${n} `.padEnd(255, 'f'),
        size: 1,
        type: 'application/pdf',
        sha256: 'f'.repeat(64),
      })),
    ),
  );
}
