import type { LoaderFunctionArgs } from '@remix-run/node';
import { canManageDeal } from '~/domain/access';
import { listCollaborators } from '~/domain/collaborator/list.server';
import { getDeal } from '~/domain/deal/get.server';
import { getDisplayName } from '~/domain/person/names';
import { listOwnerChoices } from '~/domain/user/owner-choices.server';
import { getOwnerName } from '~/domain/user/owners.server';
import { formatDate } from '~/format/date';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getDeal(viewer, parseId(params.id));
  const people = await listCollaborators(viewer, deal.id);
  const locale = readLocale(request);
  return {
    id: deal.id,
    company: deal.companyName,
    owner: await getOwnerName(deal.userId),
    people: people.map((person) => ({
      id: person.id,
      name: getDisplayName(person),
      since: formatDate(person.since, locale),
    })),
    choices: canManageDeal(viewer, deal)
      ? await listOwnerChoices(new URL(request.url).searchParams.get('find'), [
          deal.userId,
          ...people.map((person) => person.id),
        ])
      : undefined,
  };
}
