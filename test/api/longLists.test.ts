import { readReply } from '../../nodes/IdentityResolution/api/replies/readReply';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { identify, reverseEmail } from '../support/lookups';
import { answersOf } from '../support/readings';
import { hit } from '../support/replies';

const EMAIL = [identify(reverseEmail, 'ada@example.com')];
const emails = (length: number) => Array.from({ length }, (_, place) => `p${place}@example.net`);

describe('a list of any length is held against the contract by its first entries', () => {
	const seen: unknown[] = [];
	const watched: Tool = { ...reverseEmail, result: reverseEmail.result.refine((results) => seen.push(results) > 0) };

	it('so that what is wrong with all of them does not fill the memory', () => {
		readReply(watched, EMAIL, hit({ first_name: 'Ada', personal_emails: emails(10_000) }), 0);
		expect(seen).toEqual([{ first_name: 'Ada', personal_emails: emails(100) }]);
	});

	it('and the answer is delivered whole, with what is wrong told in a few lines', () => {
		const results = { first_name: 'Ada', personal_emails: emails(1_000).map(() => 1) };
		const { answers, drift } = answersOf(readReply(reverseEmail, EMAIL, hit(results), 0));
		expect(answers.get(EMAIL[0].key)?.results).toEqual(results);
		expect(drift).toEqual(
			[0, 1, 2].map((place) => expect.stringMatching(`^results\\.personal_emails\\.${place}: `) as string),
		);
	});
});
