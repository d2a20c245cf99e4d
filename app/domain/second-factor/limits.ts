export const MAX_PASSKEY_NAME_LENGTH = 50;
export const MAX_PASSKEYS = 10;
