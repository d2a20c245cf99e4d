import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { PRODUCT } from '~/components/frame/frame';
import type { PrintHead, PrintRow } from '~/screens/dashboard/print.server';
import printStyles from '~/print.css?url';
import styles from '~/tailwind.css?url';
import { NothingToPrint, type PrintedColumns, PrintedHead, PrintedRow } from './print';

interface Printed {
  head: PrintHead & { columns: PrintedColumns; own: string[] };
  rows: AsyncIterable<PrintRow>;
  /** The list's address. */
  back: string;
}

/** The whole filtered list as a page for paper, in parts as the rows are read. */
export async function* printPage({ head, rows, back }: Printed): AsyncGenerator<string> {
  yield documentHead(back);
  yield html(<PrintedHead {...head} />);
  yield '<tbody>';
  if (!head.printed) yield html(<NothingToPrint {...head} />);
  const { columns } = head;
  for await (const row of rows) yield html(<PrintedRow row={row} columns={columns} />);
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
