export interface RecoverOptions {
  /** Standby folder, or the URL of Litestream's copies. */
  source: string;
  database: string;
  /** Standby folder, if `source` is a URL. */
  files?: string;
  at?: Date;
  generation?: string;
  replace?: boolean;
}
