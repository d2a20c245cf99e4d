import { Link } from '@remix-run/react';
import { ButtonForm } from '~/ui/form/button-form';
import { Icon } from '~/ui/icon';
import type { FirstStep } from './first-steps.server';

export function FirstSteps({ steps }: { steps: FirstStep[] }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className="card my-4 p-4 print:hidden" aria-labelledby="first-steps">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="first-steps">First steps</h2>
        <p className="text-ink-muted">
          {done} of {steps.length} done
        </p>
      </div>
      <ol className="mt-2 grid gap-1">
        {steps.map((step) => (
          <Step key={step.to} step={step} />
        ))}
      </ol>
      <ButtonForm failure="Not dismissed" className="mt-2">
        <button name="intent" value="dismiss first steps" className="btn">
          Dismiss this list
        </button>
      </ButtonForm>
    </section>
  );
}

function Step({ step: { to, label, why, isDone } }: { step: FirstStep }) {
  return (
    <li className="flex gap-2">
      <span className="w-4 flex-none">
        {isDone ? (
          <Icon name="check" label="Done:" className="mt-0.5" />
        ) : (
          <span aria-hidden>○</span>
        )}
      </span>
      <span>
        <Link to={to} className="link">
          {label}
        </Link>{' '}
        <span className="text-ink-muted">{why}</span>
      </span>
    </li>
  );
}
