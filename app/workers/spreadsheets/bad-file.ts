/** A file that cannot be imported; its message is the sentence for the user. */
export class BadFile extends Error {}
