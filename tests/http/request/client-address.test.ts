import { describe, expect, test } from 'vitest';
import { getClientAddress, getNetworks } from '~/http/request/client-address.server';

describe('client addresses (rule 1.32)', () => {
  test.each([
    '2001:db8:0:1::1',
    '2001:db8::1:0:0:0:1',
    '2001:0db8:0000:0001:0000:0000:0000:0001',
    '2001:DB8:0:1:ffff:ffff:ffff:ffff',
    '2001:db8:0:1::1%eth0',
    '2001:db8:0:1::192.0.2.1',
  ])('%s is in the same /64 network', (address) => {
    expect(getNetworks(address).network).toBe('2001:db8:0:1::/64');
  });

  test.each([
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%en0', 'fe80:0:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:0:2::1', '2001:db8:0:2::/64'],
  ])('the address %s is in the network %s', (address, network) => {
    expect(getNetworks(address).network).toBe(network);
  });

  test.each(['1.2.3.4', '::ffff:1.2.3.4', '::FFFF:102:304', '0:0:0:0:0:ffff:1.2.3.4'])(
    '%s is read as an IPv4 address',
    (address) => {
      expect(getNetworks(address).network).toBe('1.2.3.4');
    },
  );

  test.each([
    ['1.2.3.4:5', '1.2.3.4'],
    [' 1.2.3.4 ', '1.2.3.4'],
    ['[::ffff:1.2.3.4]:443', '1.2.3.4'],
    ['[2001:db8:0:1::1]', '2001:db8:0:1::/64'],
    ['[2001:db8:0:1::1]:54321', '2001:db8:0:1::/64'],
    ['[2001:db8:0:1::1%eth0]:54321', '2001:db8:0:1::/64'],
  ])('%s is read without brackets, port and zone as %s', (address, network) => {
    expect(getNetworks(address).network).toBe(network);
  });

  test.each(['', 'unknown', '1.2.3.4:x', '1.2.3.400', '1:2', ':', '[]', 'x'.repeat(100_000)])(
    'invalid addresses (%#) share one network',
    (address) => {
      expect(getNetworks(address)).toEqual({ network: '' });
    },
  );

  test('an IPv6 /48 is one site; IPv4 has no site', () => {
    expect(getNetworks('2001:db8:1:2::1').site).toBe('2001:db8:1::/48');
    expect(getNetworks('[2001:db8:1:ffff::9]:1').site).toBe('2001:db8:1::/48');
    expect(getNetworks('::ffff:1.2.3.4').site).toBeUndefined();
  });

  test.each(['', 'unknown', '_hidden', '999.1.1.1', '<script>', '1.2.3.4, 5.6.7.8'])(
    'a forwarded address %j falls back to the connection',
    (named) => {
      expect(getClientAddress(named, '::ffff:10.0.0.1')).toBe('::ffff:10.0.0.1');
      expect(getClientAddress('1.2.3.4:5', '10.0.0.1')).toBe('1.2.3.4');
    },
  );
});
