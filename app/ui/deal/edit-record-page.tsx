import { Form, useParams } from '@remix-run/react';
import type { ReactNode } from 'react';
import { AppLayout } from '~/ui/layout/app-layout';
import { BackLink } from '~/ui/layout/back-link';

interface EditRecordPageProps {
  company: string;
  title: string;
  noun: 'contact' | 'task';
  back: string;
  children: ReactNode;
}

export function EditRecordPage({ company, title, noun, back, children }: EditRecordPageProps) {
  return (
    <AppLayout>
      <div className="grid max-w-160 grid-cols-1 gap-4 break-words text-text">
        <div>
          <BackLink to={`/pipeline/${useParams().id}`}>{company}</BackLink>
          <h1>{title}</h1>
        </div>
        <div className="card">{children}</div>
        <Form method="post">
          <input type="hidden" name="intent" value="delete" />
          <input type="hidden" name="back" value={back} />
          <button className="btn btn-danger">Delete {noun}</button>
        </Form>
      </div>
    </AppLayout>
  );
}
