import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { TOOLS } from '../../../nodes/IdentityResolution/actions/panel/operations';
import { missOf, resultsOf } from '../../../dev/sandbox/data/results';
import { emailOf, personFor, slugOf, syntheticPeople } from '../../../dev/sandbox/people';
import { NOON } from '../../support/asking';

const SEED = 5;

test('people are the same under their slug, their email and its MD5, with each seed', () => {
	for (const seed of [SEED, SEED + 1, SEED]) {
		for (const person of syntheticPeople(seed, 50)) {
			expect(personFor(`linkedin:${slugOf(person)}`, seed)).toEqual(person);
			expect(personFor(`email:${emailOf(person)}`, seed)).toEqual(person);
			expect(personFor(`hem:${md5OfEmail(emailOf(person))}`, seed)).toEqual(person);
		}
	}
});

test('people are synthetic: names of our own, reserved domains and numbers', () => {
	const stranger = personFor('linkedin:jane-doe', SEED);
	expect([stranger.firstName, stranger.lastName]).not.toEqual(['Jane', 'Doe']);
	for (const { workEmail, personalEmails, phone, company } of syntheticPeople(SEED, 300)) {
		for (const email of [workEmail, ...personalEmails.map((each) => each.email)])
			expect(email).toMatch(/[@.]example\.(?:com|net)$/);
		expect(phone).toMatch(/^1[2-9]\d\d55501\d\d$/);
		expect(company.websiteUrl).toMatch(/^https:\/\/[a-z-]+\.example\.com$/);
	}
});

test('results match the schema of their tool, those of an email tool without a plain email', () => {
	for (const tool of TOOLS.filter(({ family }) => family === 'enrich')) {
		for (const person of syntheticPeople(SEED, 100)) {
			const results = resultsOf(tool, person, '12025550100', NOON);
			expect(tool.result.safeParse(results).success).toBe(true);
			if (tool.name === 'reverse_email_lookup') {
				for (const email of [person.workEmail, emailOf(person)])
					expect(JSON.stringify(results)).not.toContain(email);
			}
		}
		expect(tool.result.safeParse(missOf(tool)).success).toBe(true);
	}
});
