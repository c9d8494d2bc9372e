import { readReply } from '../../nodes/IdentityResolution/api/replies/readReply';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { identify, reverseEmail } from '../support/run/lookups';
import { answersOf } from '../support/api/readings';
import { hit } from '../support/api/replies';

const EMAIL = [identify(reverseEmail, 'ada@example.com')];
const emails = (length: number) => Array.from({ length }, (_, index) => `p${index}@example.net`);

describe('readReply with a long list', () => {
	const checked: unknown[] = [];
	const observed: Tool = {
		...reverseEmail,
		result: reverseEmail.result.refine((results) => checked.push(results) > 0),
	};

	it('checks only its first 100 entries against the schema', () => {
		readReply(observed, EMAIL, hit({ first_name: 'Ada', personal_emails: emails(10_000) }), 0);
		expect(checked).toEqual([{ first_name: 'Ada', personal_emails: emails(100) }]);
	});

	it('returns the whole list and reports the first three mismatches', () => {
		const results = { first_name: 'Ada', personal_emails: emails(1_000).map(() => 1) };
		const { answers, drift } = answersOf(readReply(reverseEmail, EMAIL, hit(results), 0));
		expect(answers.get(EMAIL[0].key)?.results).toEqual(results);
		expect(drift).toEqual(
			[0, 1, 2].map((index) => expect.stringMatching(`^results\\.personal_emails\\.${index}: `) as string),
		);
	});
});
