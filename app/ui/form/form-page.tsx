import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { AppLayout } from '~/ui/layout/app-layout';
import { FormButtons } from './form-buttons';
import { useRetry } from './retry';
import { useSubmitAddress } from './submit-address';

interface FormPageProps {
  title: string;
  description: ReactNode;
  /** Message if the form cannot be sent. */
  failure: string;
  back: string;
  button: string;
  children: ReactNode;
}

export function FormPage({ title, description, failure, back, button, children }: FormPageProps) {
  const { onSubmit, notice } = useRetry(failure);
  return (
    <AppLayout>
      <div className="card max-w-160 p-6">
        <h1 className="break-words">{title}</h1>
        <p className="mt-2 break-words">{description}</p>
        <Form
          method="post"
          action={useSubmitAddress()}
          onSubmit={onSubmit}
          className="mt-4 grid gap-4"
        >
          {children}
          {notice}
          <FormButtons back={back} button={button} />
        </Form>
      </div>
    </AppLayout>
  );
}
