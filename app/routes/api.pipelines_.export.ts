import { readPipelineQuery } from '~/models/pipeline/query';
import { userEndpoint } from '~/web/api/endpoint.server';
import { answerWorkbook } from '~/web/api/workbook.server';
import { readLocale } from '~/web/session/appearance.server';

export const loader = userEndpoint({
  GET: (viewer, args) => {
    const locale = readLocale(args.request);
    const query = readPipelineQuery(new URL(args.request.url).searchParams, locale);
    return answerWorkbook(args, 'vc-pipelines', 'exportPipelines', { viewer, query, locale });
  },
});
export const action = loader;
