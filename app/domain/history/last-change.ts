export interface LastChange {
  at: Date;
  by: string;
}
