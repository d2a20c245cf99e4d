interface PercentBarProps {
  percent: number;
  className: string;
  color?: string;
}

export function PercentBar({ percent, className, color = 'fill-bar' }: PercentBarProps) {
  return (
    <svg className={className} aria-hidden>
      <rect width="100%" height="100%" rx="2" className="fill-sunken" />
      <rect width={`${percent}%`} height="100%" rx="2" className={color} />
    </svg>
  );
}
