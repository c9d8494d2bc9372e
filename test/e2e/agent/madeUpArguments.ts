import { byEmail, byProfile } from './calls';
import type { ToolCall } from './dialect';

const EMAIL = 'An e-mail address such as ada@example.com is needed';
const PROFILE = 'A profile address such as https://www.linkedin.com/in/ada-example is needed';
const COMPANY = 'https://www.linkedin.com/company/example';

const withArguments = (input: unknown): ToolCall => ({ tool: 'Find_Person_by_Email', input });

/** What models send that can't be looked up, and what they have to be told. */
export const MADE_UP: ReadonlyArray<{ what: string; call: ToolCall; status: 'skipped' | 'invalid'; reason: string }> = [
	{ what: 'none', call: withArguments({}), status: 'skipped', reason: 'Email is empty' },
	{
		what: 'another one',
		call: withArguments({ address: 'test-found@example.com' }),
		status: 'skipped',
		reason: 'Email is empty',
	},
	{
		what: 'a list in place of all',
		call: withArguments(['test-found@example.com']),
		status: 'skipped',
		reason: 'Email is empty',
	},
	{ what: 'null', call: byEmail(null), status: 'skipped', reason: 'Email is empty' },
	{ what: 'a blank text', call: byEmail(' '), status: 'skipped', reason: 'Email is empty' },
	{ what: 'a number', call: byEmail(7), status: 'invalid', reason: `"7" is not an e-mail address. ${EMAIL}` },
	{
		what: 'a list',
		call: byEmail(['test-found@example.com']),
		status: 'invalid',
		reason: `The e-mail is not text. ${EMAIL}`,
	},
	{
		what: 'an object',
		call: byProfile({ url: 'test-found' }),
		status: 'invalid',
		reason: `The LinkedIn URL is not text. ${PROFILE}`,
	},
	{
		what: 'nonsense',
		call: byEmail('the boss'),
		status: 'invalid',
		reason: `"the boss" is not an e-mail address. ${EMAIL}`,
	},
	{
		what: 'a wish',
		call: byProfile('their boss, please'),
		status: 'invalid',
		reason: `"their boss, please" is not on linkedin.com. ${PROFILE}`,
	},
	{
		what: 'a company',
		call: byProfile(COMPANY),
		status: 'invalid',
		reason: `"${COMPANY}" is the page of a company or school, not of a person. ${PROFILE}`,
	},
];
