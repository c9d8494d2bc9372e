import fc from 'fast-check';
import { jsonAnswer } from '../../support/node/answers';
import { inFastTime } from '../../support/node/fastTime';
import { rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { hostileServers } from '../../support/wire/hostileServer';

const start = hostileServers();
inFastTime();

const WORK = 'ada.example@example.org';
const PERSONAL = ['ada@example.net', 'a.example@example.com'];
const EMAILS = [WORK, ...PERSONAL];
const PROFILE = 'https://www.linkedin.com/in/ada-example';
const PHONE = '+12025550123';
const COMPANY = 'Example Robotics';
/** What section 18 of the silent points calls masked for the two tools of obscured emails. */
const MASKS = [
	'a####@example.org',
	'xxxx@xxxx.com',
	'aXXXe@example.org',
	'hidden@hidden.com',
	'available@upon.request',
];
/** Masked for every tool. */
const ASTERISKS = ['a**@example.org', 'a…e@example.org'];

const person = { first_name: 'Ada', last_name: 'Example', title: 'Engineer', country: 'United States' };
const ofEmail = {
	...{ ...person, linkedinurl: PROFILE, current_company: COMPANY, current_company_url: 'https://example.org' },
	...{ work_email_confirmed: WORK, work_email_confirmed_status: '2026-08-01', work_email_confirmed_risk_score: 'A' },
	...{
		personal_emails: PERSONAL,
		personal_emails_status: ['2026-08-01', null],
		personal_emails_risk_score: ['A', 'B'],
	},
};
const email = (address: string) => ({ email: address, risk_score: 'A', last_validated_at: '2026-08-01' });

type Json = unknown;
interface Lookup extends Pick<OperationRun, 'resource' | 'operation' | 'parameters' | 'options'> {
	results: Json;
	/** Whether a plain address may be a mask. */
	isOfObscured?: true;
}
const linkedin = { parameters: { linkedinUrl: PROFILE } };
const byEmail = { parameters: { email: 'eve@example.com' } };
const byName = { parameters: { fullName: 'Ada Example', company: 'Example' } };
const found = {
	...{ ...person, full_name: 'Ada Example', linkedin_url: PROFILE, business_email: WORK },
	company: { name: COMPANY, domain: 'example.org' },
};

/** A valid reply of each tool that returns data of people. */
const LOOKUPS: Lookup[] = [
	{ resource: 'workEmail', operation: 'findByLinkedin', ...linkedin, results: email(WORK) },
	{ resource: 'personalEmail', operation: 'findBest', ...linkedin, results: email(PERSONAL[0]) },
	{ resource: 'personalEmail', operation: 'findAny', ...linkedin, results: email(PERSONAL[0]) },
	{ resource: 'email', operation: 'findBest', ...linkedin, results: { ...email(PERSONAL[0]), type: 'personal' } },
	{ resource: 'mobilePhone', operation: 'findByLinkedin', ...linkedin, results: { mobile_phone: PHONE } },
	{
		...{ resource: 'businessProfile', operation: 'findByLinkedin' },
		parameters: { ...linkedin.parameters, includeMobilePhone: true },
		results: { ...found, personal_email: PERSONAL[0], personal_emails: PERSONAL, mobile_phone: PHONE },
	},
	{ resource: 'businessProfile', operation: 'findByEmail', ...byEmail, results: ofEmail, isOfObscured: true },
	{
		...{ resource: 'businessProfile', operation: 'findByHashedEmail', isOfObscured: true as const },
		parameters: { hashedEmail: 'eve@example.com', includeMobilePhone: true },
		results: { ...ofEmail, mobile_phone: PHONE },
	},
	{ resource: 'linkedinProfile', operation: 'findByEmail', ...byEmail, results: { linkedin_url: PROFILE } },
	{ resource: 'workEmail', operation: 'findByName', ...byName, results: { ...email(WORK), linkedin_url: PROFILE } },
	{ resource: 'businessProfile', operation: 'findByName', ...byName, results: { ...found, company: COMPANY } },
	{ resource: 'person', operation: 'search', parameters: { query: 'Ada' }, results: { results: [found], total: 1 } },
	{ ...{ resource: 'person', operation: 'resolve' }, ...linkedin, results: { ...found, ...email(WORK) } },
];

const NAMES = [
	...['email', 'emails', 'work_email', 'contact_email', 'mailbox', 'reach', 'phone', 'mobile', 'dial', 'linkedin'],
	...[
		'profile_url',
		'homepage',
		'company',
		'current_company',
		'organization',
		'employer',
		'company_label',
		'x1',
		'Data',
	],
];

/** A change to the field that `at` chooses among all fields of the results. */
const edits = fc.record({
	at: fc.nat(60),
	as: fc.oneof(
		fc.record({ do: fc.constant('rename' as const), name: fc.constantFrom(...NAMES) }),
		fc.record({ do: fc.constant('wrap' as const), in: fc.constantFrom('list', 'data', 'value', 'text') }),
		fc.record({ do: fc.constant('null' as const), value: fc.constantFrom(null, 'N/A', '', [], {}) }),
		fc.record({ do: fc.constant('mask' as const), mask: fc.constantFrom(...MASKS, ...ASTERISKS) }),
		fc.record({ do: fc.constant('double' as const), name: fc.constantFrom(...NAMES) }),
		fc.record({ do: fc.constant('cut' as const) }),
	),
});
type Edit = typeof edits extends fc.Arbitrary<infer T> ? T : never;

const isObject = (value: Json): value is Record<string, Json> => typeof value === 'object' && value !== null;

/** All objects and lists in a value, with their fields. */
const placesIn = (value: Json): Array<[Record<string, Json>, string]> =>
	isObject(value)
		? Object.entries(value).flatMap(([name, part]) => [
				[value, name] as [Record<string, Json>, string],
				...placesIn(part),
			])
		: [];

const TEXTS = [
	...[(text: string) => `"${text}"`, (text: string) => ` ${text} `, (text: string) => `Ada Example <${text}>`],
	...[(text: string) => `mailto:${text}`, (text: string) => `${text} (verified)`, (text: string) => `${text}.`],
];

function edited(results: Json, all: readonly Edit[]): Json {
	const root: Record<string, Json> = { results: structuredClone(results) };
	for (const { at, as } of all) {
		const places = placesIn(root.results);
		if (places.length === 0) break;
		const [holder, name] = places[at % places.length];
		const part = holder[name];
		if (as.do === 'cut') delete holder[name];
		else if (as.do === 'null') holder[name] = as.value;
		else if (as.do === 'mask') holder[name] = EMAILS.includes(part as string) ? as.mask : part;
		else if (as.do === 'wrap' && as.in === 'text')
			holder[name] = EMAILS.includes(part as string) ? TEXTS[at % TEXTS.length](part as string) : part;
		else if (as.do === 'wrap') holder[name] = as.in === 'list' ? [part] : { [as.in]: part };
		else if (!Array.isArray(holder)) {
			if (as.do === 'rename') delete holder[name];
			holder[as.name] = part;
		}
	}
	return root.results;
}

/** All texts in a value, with the names on the way to them. */
const textsIn = (value: Json, path = ''): Array<[path: string, text: string]> =>
	isObject(value)
		? Object.entries(value).flatMap(([name, part]) => textsIn(part, `${path}.${name}`))
		: [[path, String(value)]];

/** What was paid for and is still in the results. Only a name says what belongs to a company, or is a phone at work. */
function paidIn(results: Json): string[] {
	// What stands beside the list of a search is not about its results.
	const texts = textsIn(isObject(results) && Array.isArray(results.results) ? results.results : results);
	const isElsewhere: Record<string, RegExp> = {
		[COMPANY]: /^(?!.*(?:company|employer|organization))/,
		[PHONE]: /work|company|employer|organization/,
	};
	const isIn = (paid: string) =>
		texts.some(([path, text]) => text.includes(paid) && !(isElsewhere[paid] ?? OF_COMPANY).test(path));
	return [...EMAILS, PROFILE, PHONE, COMPANY].filter(isIn);
}

const OF_COMPANY = /company|employer|organization/;

it('a changed reply ends no run, hides no address, shows no mask, and loses nothing in silence', async () => {
	let body: Json = {};
	const service = await start(({ tool }) =>
		jsonAnswer(tool.startsWith('get_') ? {} : body, tool.startsWith('get_') ? 404 : 200),
	);
	const cases = fc.record({
		lookup: fc.constantFrom(...LOOKUPS),
		all: fc.array(edits, { maxLength: 4 }),
		status: fc.constantFrom('ok', 'ok', 'ok', null, 'found'),
	});
	await fc.assert(
		fc.asyncProperty(cases, async ({ lookup, all, status }) => {
			const { results: valid, isOfObscured, ...run } = lookup;
			const parameters = { ...run.parameters, output: 'everything' };
			const results = edited(valid, all);
			body = { results, metadata: {}, ...(status !== null && { status }) };
			const node = { onError: 'continueRegularOutput' } as const;
			const rows = rowsOf(await runOperation(service, { ...run, parameters, rows: [{}], node }));
			expect(rows.length).toBeGreaterThan(0);
			const cells = rows
				.flatMap((row) => Object.entries(row))
				.map(([name, cell]) => [name, String(cell)] as const);
			const textOf = (isColumn: (name: string) => boolean) =>
				cells.flatMap(([name, cell]) => (isColumn(name) ? [cell] : [])).join('\n');
			const plain = textOf((name) => /_(?:work_email|personal_emails?)$/.test(name));
			const obscured = textOf((name) => name.endsWith('_obscured'));
			const masks = [...ASTERISKS, ...(isOfObscured ? MASKS : [])];
			expect([
				masks.filter((mask) => plain.includes(mask)),
				EMAILS.filter((one) => obscured.includes(one)),
			]).toEqual([[], []]);
			if (run.operation === 'resolve' || !rows.some((row) => row.enriched_status === 'found')) return;
			const shown = textOf((name) => name !== 'enriched_reason');
			const reasons = textOf((name) => name === 'enriched_reason');
			// Another company or profile may be an earlier one, or somebody else's.
			const isFilled = (name: string) => rows.some((row) => (row[`enriched_${name}`] ?? null) !== null);
			const others = [
				...(isFilled('company_name') ? [COMPANY] : []),
				...(isFilled('linkedin_url') ? [PROFILE] : []),
			];
			const lost = paidIn(results)
				.filter((paid) => !shown.includes(paid) && !reasons.includes('not recognized'))
				.filter((paid) => !others.includes(paid));
			expect(lost.map((paid) => [paid, results])).toEqual([]);
		}),
		{ seed: 7_901, numRuns: 10_000 },
	);
});
