/** An HTTP reply. Header names are lower case; a body that is not JSON is a string. */
export interface HttpReply {
	status: number;
	headers: Readonly<Record<string, string>>;
	body: unknown;
	/** Characters of the body's text; absent if unknown. */
	size?: number;
}

/**
 * `http`: a reply of any status. `unsent`: no connection, so not charged. `lost`: sent, but no
 * reply arrived; `final`: a retry would be lost, too.
 */
export type Reply =
	| ({ is: 'http' } & HttpReply)
	| { is: 'unsent'; message: string }
	| { is: 'lost'; message: string; final?: true };
