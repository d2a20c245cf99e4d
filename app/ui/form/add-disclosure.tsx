import type { ReactNode } from 'react';

interface AddDisclosureProps {
  label: string;
  isOpen?: boolean;
  children: ReactNode;
}

export function AddDisclosure({ label, isOpen, children }: AddDisclosureProps) {
  return (
    <details open={isOpen}>
      <summary className="w-fit list-none py-1 text-accent">+ {label}</summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}
