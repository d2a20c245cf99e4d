import { z } from 'zod';
import { badRequest } from '~/errors';
import { endpoint } from '~/http/api/endpoint.server';
import { readJson } from '~/http/request/json.server';
import { requireToken } from '~/http/session/api-guards.server';

export const loader = endpoint({
  async POST({ request }) {
    const caller = await requireToken(request);
    const body = await readJson(request, z.unknown());
    if (Array.isArray(body)) throw badRequest('Please send one message at a time, not a batch.');
    // Loaded with the first request: the protocol's library takes 20 MB.
    const { serveAssistant } = await import('~/http/assistant/serve.server');
    return serveAssistant(request, body, caller);
  },
});
export const action = loader;
