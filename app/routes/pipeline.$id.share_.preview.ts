import { parseWithZod } from '@conform-to/zod/v4';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { getShareableDeal } from '~/domain/share/list.server';
import { getDefaultEndDay, ShareFormInput } from '~/domain/share/schema';
import { badRequest } from '~/errors';
import { parseId } from '~/http/request/params.server';
import { respondWithStyledPage } from '~/http/responses/styled-page.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { renderSharePage, SHARE_STYLES } from '~/ui/share/share-page';
import { buildShareView } from '~/ui/share/share-view.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const deal = await getShareableDeal(user, parseId(params.id));
  const { searchParams } = new URL(request.url);
  const submission = parseWithZod(searchParams, { schema: ShareFormInput });
  if (submission.status !== 'success') {
    const [message] = Object.values(submission.error ?? {}).flat();
    throw badRequest(message ?? 'The page cannot be shown.');
  }
  const { until = getDefaultEndDay(), ...parts } = submission.value;
  const share = { ...parts, until, dealId: deal.id };
  const view = await buildShareView({ share, deal, user }, readLocale(request));
  return respondWithStyledPage(renderSharePage(view), SHARE_STYLES);
}
