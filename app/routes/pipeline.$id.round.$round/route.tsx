import { Form, Link, useLoaderData } from '@remix-run/react';
import styles from '~/styles/scroll-shade.css?url';
import { AppLayout } from '~/ui/layout/app-layout';
import { BackLink } from '~/ui/layout/back-link';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { MediansForm } from './medians-form';
import { Spread } from './spread';
import type { loader, RoundView } from './view.server';

export const links = createStyleLinks(styles);
export const meta = createTitleMeta('Round');

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export { action } from './form.server';
export { loader } from './view.server';

export default function Round() {
  const view = useLoaderData<typeof loader>();
  const { id, company, round, spread, medians } = view;
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
        <EvaluatorList evaluators={round.evaluators} />
        <RoundActions {...view} />
        {medians?.rows && <MediansForm rows={medians.rows} />}
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

function EvaluatorList({ evaluators }: Pick<RoundView['round'], 'evaluators'>) {
  return (
    <ul className="ruled card max-w-160 p-0">
      {evaluators.map((person) => (
        <li key={person.id} className="flex justify-between gap-3 px-4 py-2">
          <span>{person.name}</span>
          <span className="muted">{person.state}</span>
        </li>
      ))}
    </ul>
  );
}

function RoundActions({ id, round, canManage, asksViewer, medians }: RoundView) {
  return (
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
  );
}
