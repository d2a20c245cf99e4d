export type ReviewReason =
  | { kind: 'urgent'; meeting: string; setAt: Date | null; days: number }
  | { kind: 'lookAgain'; day: string; isToday: boolean }
  | { kind: 'stalled'; stage: string; days: number }
  | { kind: 'due'; days: number }
  | { kind: 'added'; at: Date; by: string | undefined }
  | { kind: 'moved'; from: number | null | undefined; to: number | null }
  | { kind: 'noted'; author: string; excerpt: string; notes: number }
  | { kind: 'quiet'; days: number }
  | { kind: 'outcome'; decidedAt: Date }
  | { kind: 'unevaluated'; addedAt: Date }
  | { kind: 'tasks'; tasks: DueTask[]; moreTasks: number };

interface DueTask {
  title: string;
  dueOn: string | null;
  dueAt: string | null;
}
