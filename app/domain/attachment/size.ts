export const MB = 1024 * 1024;

export const MAX_ATTACHMENTS_PER_DEAL = 1_000;
