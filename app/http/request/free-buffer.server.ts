/** Frees the memory of a piece that nobody reads again: 60 MB of them would wait for a collection. */
export function freeBuffer({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
