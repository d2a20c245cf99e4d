import { Link, useLoaderData } from '@remix-run/react';
import { useReply } from '~/ui/form/client-action';
import { AppLayout } from '~/ui/layout/app-layout';
import { BackLink } from '~/ui/layout/back-link';
import { createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';
import { OpenRoundForm } from './open-round-form';
import type { loader } from './view.server';

export const meta = createTitleMeta('Rounds');

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export { action } from './form.server';
export { loader } from './view.server';

/** Says why a round was not opened where its form is not shown any more. */
function RefusedRound() {
  const message = useReply<typeof action>()?.errors[0]?.message;
  if (!message) return null;
  return (
    <p role="alert" className="notice notice-failed">
      {message}
    </p>
  );
}

export default function Rounds() {
  const { id, company, rounds, candidates, until } = useLoaderData<typeof loader>();
  const asked = rounds.filter(({ asksViewer }) => asksViewer);
  return (
    <AppLayout>
      <div className="grid max-w-160 gap-4 wrap-anywhere">
        <div>
          <BackLink to={`/pipeline/${id}`}>{company}</BackLink>
          <h1>Rounds on {company}</h1>
        </div>
        <p className="muted">
          In a round, each evaluator fills in a scorecard. Evaluators see those of others once they
          have submitted their own or the round is closed.
        </p>
        {asked.map((round) => (
          <p key={round.id}>
            <Link to={`/pipeline/${id}/scorecard?round=${round.id}`} className="btn btn-primary">
              Fill in your scorecard
              {asked.length > 1 && ` for the round of ${round.opened}, ${round.company}`}
            </Link>
          </p>
        ))}
        <ul className="ruled card p-0">
          {rounds.map((round) => (
            <li key={round.id} className="grid gap-1 px-4 py-2">
              <Link to={`/pipeline/${id}/round/${round.id}`} className="link">
                Round of {round.opened}
              </Link>
              <span className="muted">
                {round.state} · {round.submitted} of {round.asked} submitted
                {round.company !== company && ` · opened for ${round.company}`}
              </span>
            </li>
          ))}
          {!rounds.length && <li className="muted px-4 py-3">No rounds yet.</li>}
        </ul>
        {candidates ? <OpenRoundForm candidates={candidates} until={until} /> : <RefusedRound />}
      </div>
    </AppLayout>
  );
}
