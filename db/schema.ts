/** Every table. Times are milliseconds since 1970, UTC. */
export * from './schema/accounts';
export { lower } from './schema/columns';
export * from './schema/parts';
export * from './schema/deals';
export * from './schema/fields';
export * from './schema/history';
export * from './schema/imports';
export * from './schema/lists';
export * from './schema/merges';
export * from './schema/shares';
export * from './schema/views';
