import SQLite from 'better-sqlite3';
import { afterEach, describe, expect, test } from 'vitest';
import { cacheStatements } from '#db/statement-cache';

const connection = cacheStatements(new SQLite(':memory:'));
const compiled: string[] = [];
const counted = new SQLite(':memory:');
const compile = counted.prepare.bind(counted);
Object.assign(counted, {
  prepare: (sql: string) => {
    compiled.push(sql);
    return compile(sql);
  },
});
const cached = cacheStatements(counted);
afterEach(() => compiled.splice(0));

describe('compiled statements', () => {
  test('a repeated query is compiled once', () => {
    for (let n = 0; n < 3; n++) expect(cached.prepare('select 1 as one').get()).toEqual({ one: 1 });
    expect(compiled).toEqual(['select 1 as one']);
  });

  test('a query read as arrays is read as objects by the next', () => {
    const sql = 'select 1 as one';
    expect(connection.prepare(sql).raw().all()).toEqual([[1]]);
    expect(connection.prepare(sql).all()).toEqual([{ one: 1 }]);
  });

  test('the query used longest ago is forgotten first', () => {
    cached.prepare('select 0').get();
    for (let n = 1; n <= 200; n++) {
      cached.prepare(`select ${n}`).get();
      cached.prepare('select 0').get();
    }
    expect(compiled).toHaveLength(201);
    cached.prepare('select 200').get();
    expect(compiled).toHaveLength(201);
    cached.prepare('select 1').get();
    expect(compiled).toHaveLength(202);
  });

  test('an insert of hundreds of rows is not kept', () => {
    const values = Array.from({ length: 8_000 }, () => '1').join();
    for (let n = 0; n < 2; n++) cached.prepare(`select 1 where 1 in (${values})`).get();
    expect(compiled).toHaveLength(2);
  });

  test('a changed table is compiled again', () => {
    connection.exec('create table words (word text)');
    connection.prepare('insert into words values (?)').run('one');
    const read = () => connection.prepare('select * from words').all();
    expect(read()).toEqual([{ word: 'one' }]);
    connection.exec("alter table words add column language text default 'en'");
    expect(read()).toEqual([{ word: 'one', language: 'en' }]);
  });
});
