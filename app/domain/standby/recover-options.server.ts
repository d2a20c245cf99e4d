export interface RecoverOptions {
  /** The standby's folder, or the address of Litestream's copies. */
  source: string;
  database: string;
  /** The standby's folder, where `source` is an address. */
  files?: string;
  at?: Date;
  generation?: string;
  replace?: boolean;
}
