import { Form } from '@remix-run/react';
import { formatNumber } from '~/domain/text/text';

interface SessionView {
  sid: string;
  browser: string;
  started: string;
  seen: string;
  isCurrent: boolean;
}

export function SessionList({ sessions, more }: { sessions: SessionView[]; more: number }) {
  return (
    <section className="section">
      <h2>Where you are signed in</h2>
      <ul className="grid gap-3">
        {sessions.map(({ sid, browser, started, seen, isCurrent }) => (
          <li key={sid} className="flex flex-wrap items-center justify-between gap-2">
            <p>
              {browser}
              {isCurrent && <span className="pill ml-2">This session</span>}
              <span className="hint block">
                Signed in {started}, last used {seen}
              </span>
            </p>
            {!isCurrent && (
              <Form method="post">
                <input type="hidden" name="intent" value="end" />
                <input type="hidden" name="sid" value={sid} />
                <button
                  className="btn btn-danger"
                  aria-label={`Sign out ${browser}, signed in since ${started}`}
                >
                  Sign out
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="muted">{`and ${formatNumber(more)} more`}</p>}
      {sessions.length > 1 && (
        <Form method="post">
          <button name="intent" value="end others" className="btn btn-danger">
            Sign out all other sessions
          </button>
        </Form>
      )}
    </section>
  );
}
