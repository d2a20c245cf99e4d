/** Returns the spelling in which email addresses are compared. */
export function normalizeAddress(address: string): string {
  return address.trim().toLowerCase();
}
