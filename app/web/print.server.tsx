import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Viewer } from '~/models/access';
import {
  NothingToPrint,
  type PrintedColumns,
  PrintedHead,
  PrintedRow,
} from '~/components/pipeline/print';
import { PRODUCT } from '~/components/frame/frame';
import type { Locale } from '~/models/dates';
import { type PrintHead, printHead, printRows } from '~/models/pipeline/print.server';
import { type PipelineQuery, readPipelineQuery } from '~/models/pipeline/query';
import { shownColumns } from '~/models/view/columns.server';
import printStyles from '~/print.css?url';
import styles from '~/tailwind.css?url';
import { readLocale } from './appearance.server';
import { countExport } from './limits.server';
import { type Asked, streamedText } from './stream.server';

const HEADERS = { 'Content-Type': 'text/html; charset=utf-8' };

/**
 * The whole filtered list as a page for paper, sent as it is read. Throws 429 if two exports of the
 * viewer are running.
 */
export async function answerPrint(asked: Asked, viewer: Viewer, list: string): Promise<Response> {
  const { searchParams, search } = new URL(asked.request.url);
  const locale = readLocale(asked.request);
  const query = readPipelineQuery(searchParams, locale);
  const columns = await shownColumns(viewer, searchParams);
  const head = { ...(await printHead(viewer, query, locale)), columns };
  countExport(asked, viewer);
  return streamedText(asked, printPage(viewer, query, locale, head, list + search), HEADERS);
}

async function* printPage(
  viewer: Viewer,
  query: PipelineQuery,
  locale: Locale,
  head: PrintHead & { columns: PrintedColumns },
  back: string,
): AsyncGenerator<string> {
  yield documentHead(back);
  yield html(<PrintedHead {...head} />);
  yield '<tbody>';
  if (!head.printed) yield html(<NothingToPrint columns={head.columns} />);
  const { columns } = head;
  for await (const row of printRows(viewer, query, locale))
    yield html(<PrintedRow row={row} columns={columns} />);
  yield '</tbody></table></main></body></html>';
}

function documentHead(back: string): string {
  const page = html(
    <html lang="en" data-theme="light">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`Deals to print · ${PRODUCT}`}</title>
        <link rel="stylesheet" href={styles} />
        <link rel="stylesheet" href={printStyles} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <script src="/print.js" defer />
      </head>
      <body>
        <main id="main" className="sheet">
          <p className="sheet-tools">
            <a href={back} className="btn">
              Back to the list
            </a>
            <button type="button" className="btn btn-primary" data-print hidden>
              Print
            </button>
          </p>
          <table className="printed" />
        </main>
      </body>
    </html>,
  );
  return `<!DOCTYPE html>${page.slice(0, page.indexOf('</table>'))}`;
}

const html = (element: ReactElement) => renderToStaticMarkup(element);
