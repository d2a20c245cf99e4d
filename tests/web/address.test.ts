import { describe, expect, test } from 'vitest';
import { networkOf } from '~/web/http/address.server';

describe('IPv6 addresses are read as addresses (rule 1.32)', () => {
  test.each([
    '2001:db8:0:1::1',
    '2001:db8::1:0:0:0:1',
    '2001:0db8:0000:0001:0000:0000:0000:0001',
    '2001:DB8:0:1:ffff:ffff:ffff:ffff',
    '2001:db8:0:1::1%eth0',
    '2001:db8:0:1::192.0.2.1',
  ])('%s is in the /64 of the others', (address) => {
    expect(networkOf(address)).toBe('2001:db8:0:1::/64');
  });

  test.each([
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%en0', 'fe80:0:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:0:2::1', '2001:db8:0:2::/64'],
  ])('%s is in %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test.each(['1.2.3.4', '::ffff:1.2.3.4', '::FFFF:102:304', '0:0:0:0:0:ffff:1.2.3.4'])(
    '%s is an IPv4 address',
    (address) => {
      expect(networkOf(address)).toBe('1.2.3.4');
    },
  );

  test.each(['', 'unknown', '1.2.3.4:5', '[::1]', '1:2', ':', 'x'.repeat(100_000)])(
    'what is no address (%#) is a short text',
    (address) => {
      expect(networkOf(address).length).toBeLessThanOrEqual(64);
    },
  );
});
