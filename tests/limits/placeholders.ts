import { toCustomFieldName } from '~/domain/custom-field/names';
import { MAX_ITEMS_PER_MEMO } from '~/domain/memo/limits';
import { NEW_RECORDS, type Placeholders } from '../support/access-requests';
import type { Fund } from './fund';
import { listFields } from './parts/fields';
import { mergeRow } from './parts/merges';
import { range } from './texts';

/** In the access table's addresses, every deal is the full one. */
export function createPlaceholders(fund: Fund): Placeholders {
  const { server, dealId, now } = fund;
  const { sql, ids } = server;
  const add = (table: string, row: Record<string, unknown>) =>
    fund.insert(table, [{ pipeline_id: dealId, ...row }])[0]!;
  const find = (query: string, value: unknown) => sql.prepare(query).pluck().get(value) as number;
  const addMerge = () => {
    const trashId = server.addTrash();
    const loserId = 30_000_000 + trashId;
    const ids = { loser_id: loserId, trash_id: trashId, act_id: `split ${trashId}` };
    const row = { ...mergeRow(fund, dealId, 0, {}), ...ids };
    return { id: fund.insert('merges', [row])[0]!, loserId };
  };
  return {
    ...NEW_RECORDS,
    deal: () => dealId,
    merge: () => addMerge().id,
    merged: () => addMerge().loserId,
    full: () => fund.contactDealIds[0]!,
    round: () => fund.openRoundId,
    closed: () => fund.closedRoundId,
    notes: () => listItems(fund, 'notes'),
    files: () => listItems(fund, 'files'),
    memo: () => find('select max(id) from memos where pipeline_id = ?', dealId),
    decision: () => find('select max(id) from decisions where pipeline_id = ?', dealId),
    values: () => server.addImport('preview', listUnknownValues()),
    note: () =>
      add('notes', {
        author_id: ids.owner,
        author_name: 'Owner',
        text: '@',
        search_text: '@',
        created_at: now,
      }),
    contact: () => add('contacts', { name: 'New', search_text: 'new' }),
    task: () => add('tasks', { title: 'New', user_id: ids.owner, person: 'owner@demo.example' }),
    file: () => find('select max(id) from files where pipeline_id = ?', dealId),
    sent: () => find('select min(id) from files where pipeline_id = ?', dealId),
    share: () => find('select max(id) from shares where pipeline_id = ?', dealId),
    outsider: () => fund.sharePath.split('/').at(-1)!,
    change: () => find('select max(id) from changes where subject_id = ?', String(dealId)),
    evaluated: () => find('select updated_at from evaluations where pipeline_id = ?', dealId),
  };
}

/** Fields of a form with as many notes or files as a memo may have. */
function listItems({ server, dealId }: Fund, table: 'notes' | 'files'): string {
  const ids = server.sql
    .prepare(`select id from ${table} where pipeline_id = ? limit ${MAX_ITEMS_PER_MEMO}`)
    .pluck()
    .all(dealId);
  return ids.map((id) => `${table}=${String(id)}`).join('&');
}

/** Lists as many values as a file may have to decide on, in 40 fields with 100 choices each. */
function listUnknownValues() {
  return listFields('choices').map(({ key }) => ({
    field: toCustomFieldName(key),
    header: key.padEnd(100, 'h'),
    values: range(7).map((n) => ({ text: `${n} `.padEnd(200, 'v'), cells: 1, reason: 'is none' })),
  }));
}
