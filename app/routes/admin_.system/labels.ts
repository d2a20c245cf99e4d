export const FREE_SPACE_LABEL = 'Free disk space';

/** Intent of the button that makes a backup. */
export const BACK_UP = 'back up';
