import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { TOOLS } from '../../../nodes/IdentityResolution/api/tools';
import { DIRECTORY_SIZE } from '../../../dev/sandbox/data/directory';
import { missOf, resultsOf } from '../../../dev/sandbox/data/results';
import { emailOf, personFor, slugOf, syntheticPeople } from '../../../dev/sandbox/people';
import { NOON } from './asking';

const SEED = 5;
const byMd5 = (email: string, seed: number) => personFor(`hem:${md5OfEmail(email)}`, seed);

test('people stay the same from one version of the sandbox to the next', () => {
	expect(personFor('linkedin:ada-fernsby-123', 1)).toMatchInlineSnapshot(`
		{
		  "company": {
		    "domain": "hollow-summit.example.com",
		    "employeeCount": "4",
		    "employeeRange": "1-10",
		    "industry": "Industrial Machinery",
		    "linkedinUrl": "https://www.linkedin.com/company/example-hollow-summit",
		    "name": "Hollow Summit",
		    "revenue": "9000000",
		    "revenueRange": "$1M - $10M",
		    "websiteUrl": "https://hollow-summit.example.com",
		  },
		  "country": "United States",
		  "firstName": "Ada",
		  "functionalArea": "Engineering",
		  "lastName": "Fernsby",
		  "personalEmails": [
		    {
		      "email": "ada.fernsby.123@example.com",
		      "riskScore": "A",
		      "validation": 38,
		    },
		  ],
		  "phone": "16175550163",
		  "seniority": "VP",
		  "slug": "ada-fernsby-123",
		  "title": "VP of Engineering",
		  "workEmail": "ada.fernsby.123@hollow-summit.example.com",
		  "workEmailForm": "hashed",
		  "workRiskScore": "A",
		  "workValidation": 65,
		}
	`);
	const slugs = ['ezra-juniperton-100', 'tova-alderbrook-101', 'mara-tarnfield-102'];
	expect(syntheticPeople(1, 3).map(slugOf)).toEqual(slugs);
});

test('people are the same under their slug, their e-mail and its MD5, with each seed', () => {
	for (const seed of [SEED, SEED + 1, SEED]) {
		for (const person of syntheticPeople(seed, 50)) {
			expect(personFor(`linkedin:${slugOf(person)}`, seed)).toEqual(person);
			expect(personFor(`email:${emailOf(person)}`, seed)).toEqual(person);
			expect(byMd5(emailOf(person), seed)).toEqual(person);
		}
	}
});

test('people of the directory are all different, and found by MD5 up to its end', () => {
	const people = syntheticPeople(SEED, DIRECTORY_SIZE + 1);
	expect(new Set(people.map(emailOf)).size).toBe(DIRECTORY_SIZE + 1);
	const found = people.slice(-2).map((person) => slugOf(byMd5(emailOf(person), SEED)) === slugOf(person));
	expect(found).toEqual([true, false]);
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

const lookups = TOOLS.filter(({ family }) => family !== 'free');

test.each(lookups.map((tool) => [tool.name, tool] as const))(
	'results of %s have every field of its schema',
	(_name, tool) => {
		const fields = Object.keys((tool.result as unknown as { shape: object }).shape);
		for (const person of syntheticPeople(SEED, 100)) {
			const results = resultsOf(tool, person, '12025550100', NOON);
			expect(tool.result.safeParse(results).success).toBe(true);
			expect(Object.keys(results)).toEqual(expect.arrayContaining(fields));
		}
		expect(tool.result.safeParse(missOf(tool)).success).toBe(true);
	},
);

test('results of an e-mail tool have no plain e-mail', () => {
	const reverse = TOOLS.find(({ name }) => name === 'reverse_email_lookup')!;
	for (const person of syntheticPeople(SEED, 100)) {
		const results = JSON.stringify(resultsOf(reverse, person, null, NOON));
		for (const email of [person.workEmail, emailOf(person)]) expect(results).not.toContain(email);
	}
});
