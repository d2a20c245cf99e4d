import { Form } from '@remix-run/react';
import { PersonName } from '~/ui/history/change';
import { LongText } from '~/ui/text/long-text';
import type { VersionView } from './view.server';

interface EvaluationVersionProps {
  version: VersionView;
  canEdit: boolean;
}

export function EvaluationVersion({ version, canEdit }: EvaluationVersionProps) {
  return (
    <section className="section" aria-labelledby="version">
      <h2 id="version">{`Evaluation as of ${version.at}`}</h2>
      <p className="muted">
        Saved by <PersonName {...version.who} />
      </p>
      <div className="overflow-x-auto">
        <table className="versions">
          <thead>
            <tr>
              <th scope="col">Criterion</th>
              <th scope="col">Then</th>
              <th scope="col">Now</th>
            </tr>
          </thead>
          {version.categories.map(({ title, rows }) => (
            <tbody key={title}>
              <tr>
                <th scope="rowgroup" colSpan={3}>
                  {title}
                </th>
              </tr>
              {rows.map((row) => (
                <VersionRow key={row.field} {...row} />
              ))}
            </tbody>
          ))}
          <tbody>
            <VersionRow {...version.mean} />
          </tbody>
        </table>
      </div>
      {canEdit && version.differs && (
        <Form method="post">
          <button name="version" value={version.id} className="btn">
            Restore this evaluation
          </button>
        </Form>
      )}
    </section>
  );
}

function VersionRow({ label, then, now }: { label: string; then: string; now: string }) {
  return (
    <tr className={then === now ? undefined : 'differs'}>
      <th scope="row">{label}</th>
      <td>
        <LongText text={then} />
      </td>
      <td>
        <LongText text={now} />
        {then !== now && <span className="sr-only"> (differs)</span>}
      </td>
    </tr>
  );
}
