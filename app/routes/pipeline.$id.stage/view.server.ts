import type { LoaderFunctionArgs } from '@remix-run/node';
import type { Viewer } from '~/domain/access';
import { getDeal } from '~/domain/deal/get.server';
import { getOfferedStages } from '~/domain/stage/offered.server';
import { readBackPath } from '~/http/forms/return-path.server';
import { parseId } from '~/http/request/params.server';
import { requireUser } from '~/http/session/guards.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await loadStageView(viewer, parseId(params.id));
  return { deal, back: readBackPath(request, viewer, deal.id) };
}

async function loadStageView(viewer: Viewer, id: number) {
  const { companyName, stage } = await getDeal(viewer, id);
  return { id, company: companyName, stage, ...(await getOfferedStages()) };
}

export type StageView = Awaited<ReturnType<typeof loadStageView>>;
