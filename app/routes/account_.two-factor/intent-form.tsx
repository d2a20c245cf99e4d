import type { SubmissionResult } from '@conform-to/react';
import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { ErrorSummary } from '~/ui/form/error-summary';

export type IntentReply = SubmissionResult<string[]> | undefined;

interface IntentFormProps {
  intent: string;
  reply?: IntentReply;
  title: string;
  button: string;
  isDanger?: boolean;
  children?: ReactNode;
}

export function CollapsedIntentForm({ summary, ...form }: IntentFormProps & { summary: string }) {
  return (
    <details open={Boolean(form.reply)}>
      <summary className="link">{summary}</summary>
      <div className="mt-4">
        <IntentForm {...form} />
      </div>
    </details>
  );
}

export function IntentForm({ intent, reply, title, button, isDanger, children }: IntentFormProps) {
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
