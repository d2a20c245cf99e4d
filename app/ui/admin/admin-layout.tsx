import { NavLink } from '@remix-run/react';
import type { ReactNode } from 'react';
import { formatNumber } from '~/domain/text/text';
import { AppLayout } from '~/ui/layout/app-layout';
import { useRootData } from '~/ui/layout/root-data';
import { StatCard } from '~/ui/stat-card';
import type { AdminFigures } from './user-view.server';

export function AdminLayout({ figures, children }: { figures: AdminFigures; children: ReactNode }) {
  const isAdmin = useRootData()?.viewer?.isAdmin;
  return (
    <AppLayout>
      <div className="flex flex-wrap items-center gap-3">
        <h1>Admin Dashboard</h1>
        <span className="pill pill-accent">{isAdmin ? 'Administrator' : 'Manager'}</span>
      </div>
      <section aria-label="Summary" className="band">
        <StatCard label="Total Users" value={figures.users} />
        <StatCard label="Total Deals" value={figures.deals} />
        <StatCard label="Active This Month" value={figures.active} />
        <StatCard label="System Health" value="99%" />
      </section>
      <Tabs figures={figures} />
      {children}
    </AppLayout>
  );
}

export function AdminPage({
  title,
  figures,
  children,
}: {
  title: string;
  figures: AdminFigures;
  children: ReactNode;
}) {
  return (
    <AdminLayout figures={figures}>
      <h2 className="mt-4 mb-2 wrap-anywhere">{title}</h2>
      {children}
    </AdminLayout>
  );
}

function Tabs({ figures }: { figures: AdminFigures }) {
  const isAdmin = useRootData()?.viewer?.isAdmin;
  return (
    <nav aria-label="Administration" className="tabs">
      <Tab to="/admin" label="User Management" count={figures.users} end />
      <Tab to="/admin/approvals" label="User Approvals" count={figures.pending} />
      <Tab to="/admin/pipelines" label="All Pipelines" count={figures.deals} />
      {isAdmin && (
        <>
          <Tab to="/admin/history" label="History" />
          <Tab to="/admin/fields" label="Fields" />
          <Tab to="/admin/lists" label="Lists" />
          <Tab to="/admin/intake" label="Intake" />
          <Tab to="/admin/trash" label="Trash" />
          <Tab to="/admin/system" label="System" />
        </>
      )}
    </nav>
  );
}

interface TabProps {
  to: string;
  label: string;
  count?: number;
  end?: boolean;
}

function Tab({ to, label, count, end }: TabProps) {
  return (
    <NavLink to={to} end={end} prefetch="intent" className="tab">
      {label}
      {count !== undefined && (
        <>
          {' '}
          <span className="rounded-full bg-sunken px-1.5 text-meta/4.5 tabular">
            {formatNumber(count)}
          </span>
        </>
      )}
    </NavLink>
  );
}
