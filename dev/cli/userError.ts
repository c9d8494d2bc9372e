/** A problem that the user can fix; its message is one sentence. */
export class UserError extends Error {}
