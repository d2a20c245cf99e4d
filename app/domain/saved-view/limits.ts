export const MAX_VIEW_NAME_LENGTH = 60;
export const MAX_SAVED_VIEWS = 50;
