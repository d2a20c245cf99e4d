export interface RecoverOptions {
  /** Standby folder, or the URL of Litestream's copies. */
  source: string;
  database: string;
  files?: string;
  at?: Date;
  generation?: string;
  replace?: boolean;
}
