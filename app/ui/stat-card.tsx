import { Link } from '@remix-run/react';
import { formatNumber } from '~/domain/text/text';

interface StatCardProps {
  label: string;
  value: string | number;
  to?: string;
  isOpen?: boolean;
}

export function StatCard({ label, value, to, isOpen }: StatCardProps) {
  const content = (
    <>
      <p className="text-meta text-ink-muted">{label}</p>
      <p className="figure">{typeof value === 'number' ? formatNumber(value) : value}</p>
    </>
  );
  if (!to) return <div className="band-figure flex-none">{content}</div>;
  return (
    <Link
      to={to}
      preventScrollReset
      className="band-figure flex-none"
      aria-current={isOpen || undefined}
    >
      {content}
    </Link>
  );
}
