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
