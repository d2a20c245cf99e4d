export const MAX_TASK_TITLE_LENGTH = 200;
