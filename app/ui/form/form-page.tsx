import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { AppLayout } from '~/ui/layout/app-layout';
import { TitledCard } from '~/ui/layout/titled-card';
import { FormButtons } from './form-buttons';
import { OpenedBy } from './opened-by';
import { useRetry } from './retry';
import { useSubmitAddress } from './submit-address';

interface FormPageProps {
  title: string;
  description: ReactNode;
  failure: string;
  back: string;
  button: string;
  children: ReactNode;
}

export function FormPage({ title, description, failure, back, button, children }: FormPageProps) {
  const { onSubmit, notice } = useRetry(failure);
  return (
    <AppLayout>
      <TitledCard title={title}>
        <p className="break-words">{description}</p>
        <Form
          method="post"
          action={useSubmitAddress()}
          onSubmit={onSubmit}
          className="mt-4 grid gap-4"
        >
          <OpenedBy />
          {children}
          {notice}
          <FormButtons back={back} button={button} />
        </Form>
      </TitledCard>
    </AppLayout>
  );
}
