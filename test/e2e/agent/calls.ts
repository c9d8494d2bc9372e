import type { ToolCall } from './dialect';

/** A call of the example's tool for personal e-mails. */
export const byProfile = (linkedin_url: unknown): ToolCall => ({
	tool: 'Find_Personal_Email',
	input: { linkedin_url },
});

/** A call of the example's tool for people behind an e-mail address. */
export const byEmail = (email: unknown): ToolCall => ({ tool: 'Find_Person_by_Email', input: { email } });
