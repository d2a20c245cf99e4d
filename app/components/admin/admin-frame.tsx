import { NavLink } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { Figures } from '~/models/user/view.server';
import { Frame } from '~/components/frame/frame';
import { useRootData } from '~/components/frame/root-data';
import { StatCard } from '~/components/pipeline/stats';

export function AdminFrame({ figures, children }: { figures: Figures; children: ReactNode }) {
  return (
    <Frame>
      <div className="flex flex-wrap items-center gap-3">
        <h1>Admin Dashboard</h1>
        <span className="pill pill-accent">Administrator</span>
        <AdminLinks />
      </div>
      <section aria-label="Summary" className="band">
        <StatCard label="Total Users" value={figures.users} />
        <StatCard label="Total Deals" value={figures.deals} />
        <StatCard label="Active This Month" value={figures.active} />
        <StatCard label="System Health" value="99%" />
      </section>
      <nav aria-label="Administration" className="tabs">
        <Tab to="/admin" label="User Management" count={figures.users} />
        <Tab to="/admin/approvals" label="User Approvals" count={figures.pending} />
        <Tab to="/admin/pipelines" label="All Pipelines" count={figures.deals} />
      </nav>
      {children}
    </Frame>
  );
}

export function AdminPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Frame>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h1>{title}</h1>
        <AdminLinks />
      </div>
      {children}
    </Frame>
  );
}

function AdminLinks() {
  if (!useRootData()?.viewer?.isAdmin) return null;
  return (
    <nav aria-label="Records" className="ml-auto flex gap-1">
      <NavLink to="/admin/history" prefetch="intent" className="nav">
        History
      </NavLink>
      <NavLink to="/admin/trash" prefetch="intent" className="nav">
        Trash
      </NavLink>
      <NavLink to="/admin/system" className="nav">
        System
      </NavLink>
    </nav>
  );
}

function Tab({ to, label, count }: { to: string; label: string; count: number }) {
  return (
    <NavLink to={to} end prefetch="intent" className="tab">
      {label} <span className="tab-count">{count.toLocaleString('en')}</span>
    </NavLink>
  );
}
