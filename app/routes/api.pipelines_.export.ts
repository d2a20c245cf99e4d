import { requireApiUser } from '~/web/session/auth.server';
import { endpoint } from '~/web/forms/request.server';
import { readPipelineQuery } from '~/models/pipeline/query';
import { readLocale } from '~/web/session/appearance.server';
import { answerWorkbook } from '~/web/api/workbook.server';

export const loader = endpoint({
  GET: async (args) => {
    const viewer = await requireApiUser(args.request);
    const locale = readLocale(args.request);
    const query = readPipelineQuery(new URL(args.request.url).searchParams, locale);
    return answerWorkbook(args, 'vc-pipelines', 'exportPipelines', { viewer, query, locale });
  },
});
export const action = loader;
