const STATUS_PILLS = {
  pending: ['Pending', 'tone-yellow'],
  approved: ['Approved', 'tone-green'],
  rejected: ['Rejected', 'tone-red'],
} as const;

export function StatusPill({ status }: { status: keyof typeof STATUS_PILLS }) {
  const [text, tone] = STATUS_PILLS[status];
  return <span className={`pill border-transparent ${tone}`}>{text}</span>;
}
