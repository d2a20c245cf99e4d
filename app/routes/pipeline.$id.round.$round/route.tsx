import { Form, Link, useLoaderData } from '@remix-run/react';
import styles from '~/styles/scroll-shade.css?url';
import { AppLayout } from '~/ui/layout/app-layout';
import { BackLink } from '~/ui/layout/back-link';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { Spread } from './spread';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);
export const meta = createTitleMeta('Round');

export { action } from './form.server';
export { loader } from './view.server';

export default function Round() {
  const { id, company, round, canManage, asksViewer, spread, medians } =
    useLoaderData<typeof loader>();
  return (
    <AppLayout>
      <div className="grid gap-4 wrap-anywhere">
        <div>
          <BackLink to={`/pipeline/${id}/rounds`}>{`Rounds on ${company}`}</BackLink>
          <h1>Round of {round.opened}</h1>
        </div>
        <p>
          {round.state}, opened by {round.openedBy}
          {round.company !== company && ` for ${round.company}`}
        </p>
        <ul className="ruled card max-w-160 p-0">
          {round.evaluators.map((person) => (
            <li key={person.id} className="flex justify-between gap-3 px-4 py-2">
              <span>{person.name}</span>
              <span className="muted">{person.state}</span>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          {asksViewer && (
            <Link to={`/pipeline/${id}/scorecard?round=${round.id}`} className="btn">
              Your scorecard
            </Link>
          )}
          {canManage && round.isOpen && (
            <Form method="post">
              <button name="intent" value="close" className="btn">
                Close round
              </button>
            </Form>
          )}
          {medians && !medians.rows && (
            <Link to="?medians=preview" className="btn">
              Use medians for the evaluation
            </Link>
          )}
        </div>
        {medians?.rows && (
          <Form method="post" className="card grid max-w-160 gap-3">
            <h2>Use medians for the evaluation</h2>
            <table>
              <thead>
                <tr className="text-left">
                  <th scope="col">Criterion</th>
                  <th scope="col" className="wrap-normal">
                    Now
                  </th>
                  <th scope="col" className="wrap-normal">
                    Median
                  </th>
                </tr>
              </thead>
              <tbody>
                {medians.rows.map(({ label, now, median }) => (
                  <tr key={label} className="hairline-t">
                    <th scope="row" className="py-1 text-left font-normal">
                      {label}
                    </th>
                    <td className="tabular">{now}</td>
                    <td className="tabular">{median}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p className="muted">Criteria that nobody assessed keep their score.</p>
            <div className="flex flex-wrap justify-between gap-2">
              <Link to="?" className="btn">
                Cancel
              </Link>
              <button name="intent" value="medians" className="btn btn-primary">
                Use medians
              </button>
            </div>
          </Form>
        )}
        {spread ? (
          <Spread {...spread} />
        ) : (
          <p className="notice max-w-160" role="note">
            Scorecards are shown to evaluators once they have submitted theirs, and to everybody who
            sees this deal once the round is closed.
          </p>
        )}
      </div>
    </AppLayout>
  );
}
