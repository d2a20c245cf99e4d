export const MAX_TOKEN_NAME_LENGTH = 100;
export const MAX_TOKENS = 20;
export const TOKEN_LIFETIME_DAYS = ['30', '90', '365'] as const;
export const DEFAULT_TOKEN_LIFETIME_DAYS = '90';
export const TOKEN_ACCESS_LABELS = { read: 'Read-only', write: 'Read and write' } as const;
