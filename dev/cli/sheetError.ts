/** Something that the user can put right, in one sentence. */
export class SheetError extends Error {}
