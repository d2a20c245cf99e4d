import type { SubmissionResult } from '@conform-to/react';
import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { ErrorSummary } from '~/components/forms/fields';

export type Reply = SubmissionResult<string[]> | undefined;

/** A form of the two-step login that asks for nothing. */
export function ActForm({
  intent,
  reply,
  title,
  button,
  isDanger = false,
  children,
}: {
  intent: string;
  reply?: Reply;
  /** Of what is said when it was refused. */
  title: string;
  button: string;
  isDanger?: boolean;
  children?: ReactNode;
}) {
  return (
    <Form method="post" className="grid gap-4" preventScrollReset>
      {reply?.error && <ErrorSummary title={title} text={reply.error['']?.[0]} />}
      {children}
      <p>
        <button
          name="intent"
          value={intent}
          className={isDanger ? 'btn btn-danger' : 'btn btn-primary'}
        >
          {button}
        </button>
      </p>
    </Form>
  );
}
