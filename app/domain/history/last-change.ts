/** When a field was last changed, and the name of who did it. */
export interface LastChange {
  at: Date;
  by: string;
}
