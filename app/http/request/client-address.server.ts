import { isIP, isIPv6 } from 'node:net';

const BRACKETED_ADDRESS = /^\[([^\]]*)\](?::\d{1,5})?$/;
const IPV4_WITH_PORT = /^([\d.]+):\d{1,5}$/;
/** The longest address has 45 characters without the name of its zone. */
const MAX_CHARACTERS = 100;

function parseAddress(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_CHARACTERS) return undefined;
  const [, unwrapped = trimmed] =
    BRACKETED_ADDRESS.exec(trimmed) ?? IPV4_WITH_PORT.exec(trimmed) ?? [];
  const [address = ''] = unwrapped.split('%', 1);
  return isIP(address) ? address : undefined;
}

/**
 * Returns the address that the proxy names, else that of the connection: an invalid name would
 * otherwise count as a new client each time.
 */
export function getClientAddress(named: string | undefined, connected: string | undefined): string {
  return parseAddress(named ?? '') ?? parseAddress(connected ?? '') ?? '';
}

/** A household has an IPv6 /64, a site a /48 with 65,536 of them; IPv4 has no site. */
interface Networks {
  network: string;
  site?: string;
}

/**
 * Returns the networks of an address in canonical form. IPv4 in IPv6 (`::ffff:1.2.3.4`) is IPv4;
 * invalid addresses share one network.
 */
export function getNetworks(text: string): Networks {
  const address = parseAddress(text) ?? '';
  if (!isIPv6(address)) return { network: address };
  const groups = parseGroups(address);
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (isMapped) {
    const bytes = groups.slice(6).flatMap((group) => [group >> 8, group & 255]);
    return { network: bytes.join('.') };
  }
  return { network: formatPrefix(groups, 64), site: formatPrefix(groups, 48) };
}

function formatPrefix(groups: number[], bits: number): string {
  const named = groups.slice(0, bits / 16).map((group) => group.toString(16));
  return `${named.join(':')}::/${bits}`;
}

function parseGroups(address: string): number[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical.split('::').map((side) =>
    side
      .split(':')
      .filter(Boolean)
      .map((group) => parseInt(group, 16)),
  );
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}
