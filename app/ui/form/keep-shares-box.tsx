import { formatCount } from '~/domain/text/text';

interface KeepSharesBoxProps {
  shares: number;
  isChecked: boolean;
}

export function KeepSharesBox({ shares, isChecked }: KeepSharesBoxProps) {
  if (!shares) return null;
  return (
    <label className="mt-3 flex items-center gap-2">
      <input type="checkbox" name="keepsShares" defaultChecked={isChecked} />
      {`Keep ${formatCount(shares, 'shared page')}, which would end otherwise`}
    </label>
  );
}
