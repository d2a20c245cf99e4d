import type { ReactNode } from 'react';
import { formatCount } from '~/domain/text/text';
import type { OwnerChoices } from '~/domain/user/owner-choices.server';
import { OwnerPicker } from './owner-picker';

interface TransferFieldsProps {
  choices: OwnerChoices;
  reply: { chosen: string; error?: string } | undefined;
  shares: number;
  keepsShares: boolean;
  children?: ReactNode;
}

export function TransferFields({
  choices,
  reply,
  shares,
  keepsShares,
  children,
}: TransferFieldsProps) {
  return (
    <>
      <OwnerPicker
        label="New owner"
        choices={choices}
        autoFocus
        chosen={reply?.chosen}
        error={reply?.error}
      />
      {children}
      {shares > 0 && (
        <label className="mt-3 flex items-center gap-2">
          <input type="checkbox" name="keepsShares" defaultChecked={keepsShares} />
          {`Keep ${formatCount(shares, 'shared page')}, which would end otherwise`}
        </label>
      )}
    </>
  );
}
