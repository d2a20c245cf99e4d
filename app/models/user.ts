/** Option lists and limits of accounts (spec §3, §9). */
export const GROUPS = ['CCIA', 'CCBI', 'Alibaba', 'OnBS'] as const;
export const NAME_LIMIT = 100;
export const EMAIL_LIMIT = 254;
