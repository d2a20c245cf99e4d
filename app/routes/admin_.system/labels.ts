export const FREE_SPACE_LABEL = 'Free disk space';

export const BACK_UP = 'back up';
