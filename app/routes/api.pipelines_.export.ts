import { parseDealQuery } from '~/address/deal-query';
import { apiRoute } from '~/http/api/api-route.server';
import { FILTER_PARAMETERS } from '~/http/api/deal-parameters.server';
import { describeHeader, TOO_MANY_EXPORTS } from '~/http/api/describe.server';
import { respondWithWorkbook } from '~/http/api/workbook.server';
import { readLocale } from '~/http/session/appearance.server';

export const loader = apiRoute({
  path: '/api/pipelines/export',
  GET: {
    operationId: 'exportPipelines',
    summary: 'Export the list as an Excel workbook',
    parameters: [
      ...FILTER_PARAMETERS,
      {
        name: 'tz',
        in: 'cookie',
        description: 'The IANA time zone of the times in the workbook.',
        schema: { type: 'string', default: 'UTC' },
      },
    ],
    answers: {
      200: {
        description: 'The workbook.',
        headers: { 'Content-Disposition': describeHeader('Contains the file name.') },
        content: {
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: {} },
        },
      },
      ...TOO_MANY_EXPORTS,
    },
    handler: ({ viewer, ...args }) => {
      const locale = readLocale(args.request);
      const query = parseDealQuery(new URL(args.request.url).searchParams, locale.timeZone);
      return respondWithWorkbook(args, 'vc-pipelines', 'exportDeals', { viewer, query, locale });
    },
  },
});
export const action = loader;
