import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { formatNumber } from '~/domain/text/text';
import styles from '~/styles/users.css?url';
import { AdminPage } from '~/ui/admin/admin-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { BACK_UP, FREE_SPACE_LABEL } from './labels';
import { Section, Table } from './table';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('System');

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export { action } from './form.server';
export { loader } from './view.server';

export default function SystemPage() {
  const { figures, facts, isDiskLow, backups, backupRunningSince, routes, errors } =
    useLoaderData<typeof loader>();
  return (
    <AdminPage title="System" figures={figures}>
      <p className="mb-3 text-ink-muted">
        System Health above is a fixed figure. The server’s own measurements are below.
      </p>
      <SystemWarnings />
      <dl className="card grid gap-x-4 gap-y-2 p-4 md:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name} className="facts">
            <dt>{name}</dt>
            <dd className={name === FREE_SPACE_LABEL && isDiskLow ? 'text-danger' : undefined}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <Section
        id="backups"
        title="Backups"
        note="Sizes are those of the database. Each backup is verified when it is made, and all of them once a week. Copy them to another machine as well."
      >
        <BackUpNow runningSince={backupRunningSince} />
        {backups.length ? (
          <Table caption="Backups" heads={['Time', 'Size', 'Verified']} rows={backups} />
        ) : (
          <p className="card p-6 text-center">There is no backup yet.</p>
        )}
      </Section>
      <Section
        title="Slowest routes"
        note="Since the server started. Median and slowest of the last 200 responses per route."
      >
        <Table
          caption="Slowest routes"
          numbers
          heads={['Route', 'Responses', 'Median', 'Slowest']}
          rows={routes.map(({ route, count, median, slowest }) => [
            route,
            formatNumber(count),
            `${median} ms`,
            `${slowest} ms`,
          ])}
        />
      </Section>
      <Section
        title="Errors"
        note="The last 20 since the server started, each with the reference shown to the user."
      >
        {errors.length ? (
          <Table
            caption="Errors"
            heads={['Time', 'Error', 'Reference']}
            rows={errors.map(({ at, message, id }) => [at, message, id])}
          />
        ) : (
          <p className="card p-6 text-center">No errors since the server started.</p>
        )}
      </Section>
    </AdminPage>
  );
}

function SystemWarnings() {
  const {
    damage,
    standbyProblem,
    mailboxProblem,
    failedBackup,
    isDiskLow,
    isForwarded,
    isOverdue,
  } = useLoaderData<typeof loader>();
  return (
    <>
      {damage && (
        <p role="alert" className="notice notice-failed mb-4">
          The database is damaged: {damage}. Restore a backup (npm run restore FILE).
        </p>
      )}
      {isDiskLow && (
        <p role="alert" className="notice notice-failed mb-4">
          Less than 1 GB of disk space is free. Files are refused until there is more: delete old
          backups, or move to a larger disk.
        </p>
      )}
      {isForwarded && (
        <p className="notice notice-failed mb-4">
          Requests come through a proxy (X-Forwarded-For), but TRUST_PROXY is 0, so everyone counts
          as one address. Set TRUST_PROXY to the number of proxies, such as 1.
        </p>
      )}
      {failedBackup && (
        <p role="alert" className="notice notice-failed mb-4">
          The last backup failed, {failedBackup}
        </p>
      )}
      {isOverdue && (
        <p className="notice notice-failed mb-4">
          The last backup is overdue. See the server log for the reason.
        </p>
      )}
      {standbyProblem && (
        <p className="notice notice-failed mb-4">The standby is not up to date. {standbyProblem}</p>
      )}
      {mailboxProblem && (
        <p className="notice notice-failed mb-4">
          The mailbox (IMAP_URL) cannot be read: {mailboxProblem}. The server keeps trying.
        </p>
      )}
    </>
  );
}

function BackUpNow({ runningSince }: { runningSince: string | undefined }) {
  const isSending = useNavigation().formData?.get('intent') === BACK_UP;
  return (
    <Form method="post" className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <button name="intent" value={BACK_UP} className="btn" disabled={isSending}>
        {isSending ? 'Backing up …' : 'Back up now'}
      </button>
      {runningSince && (
        <span className="text-ink-muted">A backup is being made since {runningSince}.</span>
      )}
    </Form>
  );
}
