import type { ReactNode } from 'react';

interface AddDisclosureProps {
  label: string;
  isOpen?: boolean;
  children: ReactNode;
}

export function AddDisclosure({ label, isOpen, children }: AddDisclosureProps) {
  return (
    <details open={isOpen}>
      <summary className="flex min-h-target w-fit list-none items-center text-accent">
        + {label}
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}
