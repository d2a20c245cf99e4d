import { Link } from '@remix-run/react';
import { ButtonForm } from '~/ui/form/button-form';
import type { CalendarView } from './calendar-view.server';

export function CalendarSection({ calendar }: { calendar: CalendarView }) {
  return (
    <section className="section">
      <h2>Calendar</h2>
      <p>
        A secret address from which your calendar app reads your follow-ups (the company and the
        reason, on the day each is due) and your tasks that have a day.
      </p>
      {calendar && (
        <p className="hint">
          Created {calendar.created}.{' '}
          {calendar.read ? `Last read ${calendar.read}` : 'Not read yet'}.{' '}
          {calendar.empty && `It is empty: ${calendar.empty}`}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Link to="/account/calendar" className="btn">
          {calendar ? 'Create a new link' : 'Create link'}
        </Link>
        {calendar && (
          <ButtonForm action="/account/calendar" failure="The link was not turned off">
            <button name="intent" value="end" className="btn btn-danger">
              Turn off
            </button>
          </ButtonForm>
        )}
      </div>
    </section>
  );
}
