import type { LoaderFunctionArgs } from '@remix-run/node';
import { CONTACT_KEYS } from '~/domain/contact/keys';
import { CONTACT_RECORDS, getContact } from '~/domain/contact/list.server';
import { getEditableDeal } from '~/domain/deal/get.server';
import { getRecordVersion } from '~/domain/deal/record.server';
import { pick } from '~/domain/record';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireUser } from '~/http/session/guards.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getEditableDeal(viewer, parseId(params.id));
  const contact = await getContact(viewer, deal.id, parseId(params.contact));
  const { ceoName, cooName, cfoName, companyName: company } = deal;
  return {
    company,
    back: parseSafePath(new URL(request.url).searchParams.get('back')) ?? `/pipeline/${deal.id}`,
    action: `/pipeline/${deal.id}/contacts/${contact.id}`,
    names: [ceoName, cooName, cfoName].filter((name) => name !== null),
    values: pick(contact, CONTACT_KEYS),
    seen: getRecordVersion(CONTACT_RECORDS, contact),
  };
}
