/** One HTTP answer. Header names are lower case; a body that is not JSON is a string. */
export interface HttpReply {
	status: number;
	headers: Readonly<Record<string, string>>;
	body: unknown;
}

/**
 * What became of one request: `http`: an answer of any status; `unsent`: no connection, so nothing was asked; `lost`:
 * sent, but the answer never came.
 */
export type Reply = ({ is: 'http' } & HttpReply) | { is: 'unsent'; message: string } | { is: 'lost'; message: string };
