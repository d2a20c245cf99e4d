import { describe, expect, test } from 'vitest';
import { Turns, TurnsInBatches } from '#db/turns';

/** Asks for turns; each is in the list that this returns as soon as it is given. */
function ask(turns: Turns, askers: string[]): string[] {
  const given: string[] = [];
  askers.forEach((asker, n) => void turns.take(asker).then(() => given.push(`${asker}${n}`)));
  return given;
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('turns to write', () => {
  test('are given one at a time, in the order of asking, whoever asks', async () => {
    const turns = new Turns();
    const given = ask(turns, ['a', 'a', 'b', 'a']);
    for (const expected of [['a0'], ['a0', 'a1'], ['a0', 'a1', 'b2'], ['a0', 'a1', 'b2', 'a3']]) {
      await settled();
      expect(given).toEqual(expected);
      turns.end();
    }
  });

  test('are given at once or not at all to who can write another time', async () => {
    const turns = new Turns();
    expect(await turns.takeIfIdle('a')).toBe(true);
    expect(await turns.takeIfIdle('b')).toBe(false);
    turns.end();
    expect(await turns.takeIfIdle('b')).toBe(true);
  });

  test('serve ten writes that wait in one process, then those of another', async () => {
    const shared = new Turns();
    const [one, other] = [new TurnsInBatches(shared), new TurnsInBatches(shared)];
    const given: string[] = [];
    const write = (name: string, turns: TurnsInBatches) =>
      turns.take().then(() => {
        given.push(name);
        turns.end();
      });
    const all = [
      ...Array.from({ length: 12 }, () => write('one', one)),
      ...Array.from({ length: 2 }, () => write('other', other)),
    ];
    await Promise.all(all);
    const ten = Array.from({ length: 10 }, () => 'one');
    expect(given).toEqual([...ten, 'other', 'other', 'one', 'one']);
    expect(await other.takeIfIdle()).toBe(true);
    expect(await one.takeIfIdle()).toBe(false);
  });

  test('of an asker that has died go to the next', async () => {
    const turns = new Turns();
    const given = ask(turns, ['a', 'b', 'a', 'c']);
    await settled();
    turns.drop('c');
    turns.drop('a');
    await settled();
    expect(given).toEqual(['a0', 'b1']);
    turns.end();
    expect(await turns.takeIfIdle()).toBe(true);
  });
});
