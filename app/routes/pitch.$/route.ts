import { toFundingRoundOption } from '~/domain/deal/offered-values';
import { getFundName, getIntakeSettings, getIntakeText } from '~/domain/intake/settings.server';
import { getOptionLists } from '~/domain/option-list/list.server';
import { notFound } from '~/errors';
import { endpoint, type RouteArgs } from '~/http/api/endpoint.server';
import { assertNotDataRequest } from '~/http/responses/stream.server';
import { respondWithStyledPage } from '~/http/responses/styled-page.server';
import { catchDomainError } from '~/result.server';
import { PITCH_STYLES, renderPitchPage, renderProblemPage, renderThanksPage } from './page';
import { submitPitch } from './submit.server';

/**
 * Serves the form for founders at `/pitch`, without a session. One route takes all addresses below
 * it, so that no answer sets a cookie.
 */
export const loader = endpoint({
  GET: (args) => withProblemPage(() => showPage(args)),
  POST: (args) => withProblemPage(() => receiveForm(args)),
});
export const action = loader;

async function withProblemPage(answer: () => Promise<Response>): Promise<Response> {
  const result = await catchDomainError(answer);
  if (result.ok) return result.value;
  const { status, message } = result.error;
  return respond(renderProblemPage(message), { status });
}

async function showPage({ params, context }: RouteArgs): Promise<Response> {
  assertNotDataRequest(context);
  const settings = await getOpenSettings();
  if (params['*'] === 'thanks') return respond(renderThanksPage(getIntakeText(settings, 'thanks')));
  if (params['*']) throw notFound(NO_PAGE);
  return respond(renderPitchPage(await loadPitchPage(settings)));
}

async function receiveForm(args: RouteArgs): Promise<Response> {
  assertNotDataRequest(args.context);
  const settings = await getOpenSettings();
  if (args.params['*']) throw notFound(NO_PAGE);
  const page = await loadPitchPage(settings);
  const rounds = page.rounds.map(({ value }) => value);
  const rejected = await submitPitch(args, { industries: page.industries, rounds });
  if (!rejected) return new Response(null, { status: 303, headers: { Location: '/pitch/thanks' } });
  const { status, retryAfter, sent } = rejected;
  const headers = retryAfter ? { 'Retry-After': String(retryAfter) } : undefined;
  return respond(renderPitchPage({ ...page, sent }), { status, headers });
}

const NO_PAGE = 'There is no page at this address.';

async function getOpenSettings() {
  const settings = await getIntakeSettings();
  if (!settings.pitch) throw notFound(NO_PAGE);
  return settings;
}

async function loadPitchPage(settings: Awaited<ReturnType<typeof getIntakeSettings>>) {
  const lists = await getOptionLists();
  return {
    fundName: await getFundName(),
    introduction: getIntakeText(settings, 'introduction'),
    privacy: getIntakeText(settings, 'privacy'),
    industries: lists.listActiveNames('industries'),
    rounds: lists.listActiveNames('rounds').map(toFundingRoundOption),
  };
}

function respond(html: string, { headers, ...init }: ResponseInit = {}): Response {
  const unindexed = {
    ...(headers as Record<string, string> | undefined),
    'X-Robots-Tag': 'noindex',
  };
  return respondWithStyledPage(html, PITCH_STYLES, { ...init, headers: unindexed, hasForm: true });
}
