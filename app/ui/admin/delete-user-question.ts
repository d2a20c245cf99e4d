export function getDeleteUserQuestion(who: string): string {
  return `Delete ${who}? All of this user's pipelines are deleted too.`;
}
