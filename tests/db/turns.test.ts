import { describe, expect, test } from 'vitest';
import { Turns } from '#db/turns';

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
