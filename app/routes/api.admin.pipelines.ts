import { readPipelineQuery } from '~/models/pipeline/query';
import { userEndpoint } from '~/web/api/endpoint.server';
import { answerPipelines } from '~/web/api/pipelines-json.server';
import { requireApiStaff } from '~/web/session/auth.server';

export const loader = userEndpoint(
  {
    GET: (viewer, args) =>
      answerPipelines(args, viewer, readPipelineQuery(new URL(args.request.url).searchParams)),
  },
  requireApiStaff,
);
export const action = loader;
