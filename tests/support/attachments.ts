import { attachments } from '#db/schema';
import { transaction } from '#db/transaction';
import * as filesApi from '~/routes/api.pipelines_.$id_.files';
import { call, type CastMember } from './cast';

/** Stores a small file with its content and returns the attachment's id. */
export async function uploadAttachment(
  as: CastMember,
  dealId: number,
  name = 'deck.pdf',
): Promise<number> {
  const sent = { as, params: { id: String(dealId) }, file: new File(['deck'], name) };
  const answer = await call(filesApi, 'POST', `/api/pipelines/${dealId}/files`, sent);
  return ((await answer.json()) as { id: number }).id;
}

/** Inserts attachments without contents, named f1, f2 and so on: more than a test can upload. */
export async function insertAttachments(dealId: number, count: number, size = 1): Promise<void> {
  const file = { size, type: 'text/plain', sha256: 'x', userId: 'u', createdAt: 1, searchText: '' };
  const rows = Array.from({ length: count }, (_, n) => ({ ...file, dealId, name: `f${n + 1}` }));
  await transaction(async (tx) => tx.insert(attachments).values(rows));
}
