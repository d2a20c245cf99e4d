/** Every table. Times are milliseconds since 1970, UTC. */
export * from './schema/accounts';
export { lower, octetLength } from './schema/columns';
export * from './schema/deals';
export * from './schema/fund';
export * from './schema/history';
export * from './schema/imports';
export * from './schema/parts';
