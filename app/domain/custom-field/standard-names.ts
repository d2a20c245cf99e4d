import { DEAL_LABELS } from '~/domain/deal-field/fields';

const STANDARD_NAMES = new Set(
  [
    ...Object.values(DEAL_LABELS),
    'Stage',
    'Owner',
    'Owner email',
    'Group',
    'Created',
    'Last Updated',
    'Reference',
  ].map((name) => name.toLowerCase()),
);

export function isStandardName(name: string): boolean {
  return STANDARD_NAMES.has(name.toLowerCase());
}
