import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { emailOf, isHeld, type Person } from '../../../dev/sandbox/people';
import type { Sandbox } from '../../../dev/sandbox/server';
import { defaultSettings, type SettingsPatch } from '../../../dev/sandbox/settings';
import { SOURCES } from '../../../nodes/IdentityResolution/actions/person/resolve.operation';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { rowsOf, runOperation } from '../../support/node/nodeRun';
import { people, resolve } from '../../support/node/resolveRun';
import { sandboxes } from '../../support/node/sandboxes';
import { BEST, HEM, PHONE, PROFILE, REVERSE, WORK } from '../../support/node/toolNames';

const start = sandboxes();
const node = { onError: 'continueRegularOutput' } as const;

/** The columns of which any meets a want. */
const COLUMNS: Record<string, string[]> = {
	workEmail: ['work_email'],
	personalEmail: ['personal_email'],
	anyEmail: ['work_email', 'personal_email'],
	mobilePhone: ['mobile_phone'],
	company: ['company_name', 'company_domain'],
	profile: ['full_name'],
};
const WANTS = Object.keys(COLUMNS);
const blankIn = (row: IDataObject, wants: readonly string[]) =>
	wants.filter((want) => COLUMNS[want].every((name) => !row[`enriched_${name}`]));

const urlOf = ({ slug }: Person) => `https://www.linkedin.com/in/${slug}`;
/** Of each kind, the identifiers by which a person may be known or not, and the cells of a row. */
const KINDS: Record<string, (person: Person) => { keys: string[]; cells: IDataObject }> = {
	linkedin: (one) => ({ keys: [`linkedin:${one.slug}`], cells: { linkedin: urlOf(one) } }),
	email: (one) => ({
		keys: [`email:${emailOf(one)}`, `hem:${md5OfEmail(emailOf(one))}`, `linkedin:${one.slug}`],
		cells: { email: emailOf(one) },
	}),
	md5: (one) => ({
		keys: [`hem:${md5OfEmail(emailOf(one))}`, `linkedin:${one.slug}`],
		cells: { md5: md5OfEmail(emailOf(one)) },
	}),
};

const HALF = 0.5;
const FINDERS = ['email_to_linkedin', 'hem_to_linkedin', REVERSE, HEM];

const world = fc.record({
	kind: fc.constantFrom(...Object.keys(KINDS)),
	wants: fc.subarray(WANTS, { minLength: 1, maxLength: 3 }),
	offers: fc.constantFrom('everything' as const, 'contract' as const),
	missingTools: fc.subarray([WORK, BEST, PROFILE, PHONE, HEM, 'linkedin_to_best_email']),
	personalEmailAvailable: fc.boolean(),
	phoneTokens: fc.constantFrom(0, 1_000),
	missing: fc.constantFrom<string[]>([], FINDERS, [WORK, BEST, PROFILE]),
	minGrade: fc.constantFrom('any', 'anyExceptD', 'aOrB'),
	first: fc.nat(500),
	size: fc.integer({ min: 2, max: 30 }),
	concurrency: fc.constantFrom(1, 5),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

const settingsOf = (given: World): SettingsPatch => ({
	offers: given.offers,
	// Another name of the profile tool, which has no phone.
	missingTools: [...given.missingTools, 'reverse_linkedin_lookup'],
	account: { personalEmailAvailable: given.personalEmailAvailable, phoneTokens: given.phoneTokens },
	toolHitRates: Object.fromEntries(given.missing.map((tool) => [tool, HALF])),
});

const rowsIn = ({ kind, first, size }: World) => people.slice(first, first + size).map((one) => KINDS[kind](one));

/** A run over the rows. With rows of an earlier run, they are at the input Known, too. */
async function runOf(sandbox: Sandbox, { wants, minGrade, concurrency }: World, rows: IDataObject[], known: boolean) {
	const options = { concurrency, maxWait: 0, minGrade, ...(known && { knownAnswers: true }) };
	const job = resolve(wants, rows, { node, options, ...(known && { known: rows }) });
	return rowsOf(await runOperation(sandbox, job));
}

/** Whether a tool returned an answer, or received no request, under any of its names. */
function mayAnswer({ ledger }: Sandbox, { name, otherNames = [] }: Tool): boolean {
	const replies = ledger.requests().filter(({ tool }) => [name, ...otherNames].includes(tool));
	return replies.length === 0 || replies.some(({ status }) => status === 200);
}

it.each<[string, string, string[], SettingsPatch]>([
	['a tool is unknown', 'workEmail', [WORK, PROFILE], {}],
	['the plan lacks a tool', 'personalEmail', [PROFILE], { account: { personalEmailAvailable: false } }],
	['there are no phone tokens', 'mobilePhone', [], { account: { phoneTokens: 0 } }],
])('rows of people whom nobody knows are deferred like all others if %s', async (_why, want, missingTools, more) => {
	const toolHitRates = Object.fromEntries(FINDERS.map((tool) => [tool, HALF]));
	const sandbox = await start({
		offers: 'contract',
		missingTools: [...missingTools, 'reverse_linkedin_lookup'],
		toolHitRates,
		...more,
	});
	const rows = people.slice(0, 40).map((one) => KINDS.md5(one).cells);
	const run = await runOperation(sandbox, resolve([want], rows, { node, options: { concurrency: 1 } }));
	const codes = rowsOf(run).map((row) => [row.enriched_status, String(row.enriched_reason).split(':')[0]]);
	expect(new Set(codes.map((code) => code.join()))).toHaveProperty('size', 1);
	expect(codes[0][0]).toBe('deferred');
});

it('equal rows end alike, and a part is missing only if a tool that can give it was or could be asked', async () => {
	await fc.assert(
		fc.asyncProperty(world, async (given) => {
			const { kind, wants, minGrade } = given;
			const sandbox = await start(settingsOf(given));
			const people = rowsIn(given);
			const rows = await runOf(
				sandbox,
				given,
				people.map(({ cells }) => cells),
				false,
			);
			const ends = new Map<string, Array<{ status: unknown; blank: string[] }>>();
			for (const [place, row] of rows.entries()) {
				const { enriched_status: status, enriched_reason: reason } = row;
				const blank = blankIn(row, wants);
				const { keys } = people[place];
				const held = keys.map((key) => isHeld(key, defaultSettings().seed, HALF)).join();
				ends.set(held, [...(ends.get(held) ?? []), { status, blank }]);
				if (status === 'deferred') {
					expect(reason).toMatch(/^(?:plan_restricted|unknown_tool|insufficient_phone_tokens): /);
					continue;
				}
				for (const want of blank) {
					const isEmail = /email/i.test(want);
					const givers = SOURCES.filter(({ needs, gives }) => {
						const isReachable =
							needs === 'linkedin' || kind === 'email' || (kind === 'md5' && needs === 'hem');
						return isReachable && (gives as readonly string[]).includes(want);
					}).filter(({ ungraded }) => !(isEmail && ungraded && minGrade === 'aOrB'));
					const could = givers.filter(({ tool }) => mayAnswer(sandbox, tool));
					expect(could.map(({ tool }) => tool.name)).not.toEqual([]);
				}
			}
			for (const equal of ends.values()) {
				const deferred = equal.filter(({ status }) => status === 'deferred');
				const decided = equal.filter(({ status }) => status !== 'deferred');
				for (const { blank } of decided)
					for (const other of deferred)
						expect(blank.length > 0 && other.blank.every((want) => blank.includes(want))).toBe(false);
			}
		}),
		{ numRuns: 600 },
	);
}, 300_000);

it.each([
	['known answers', true],
	['columns', false],
])(
	'nobody is paid for twice by a tool when the account gets what it lacked: %s',
	async (_what, known) => {
		await fc.assert(
			fc.asyncProperty(world, fc.boolean(), async (given, isRicher) => {
				// Only a LinkedIn row names in its columns all that an earlier run paid for.
				const one = known ? given : { ...given, kind: 'linkedin' };
				const sandbox = await start(settingsOf(one));
				const first = await runOf(
					sandbox,
					one,
					rowsIn(one).map(({ cells }) => cells),
					known,
				);
				if (isRicher)
					sandbox.configure({
						missingTools: [],
						account: { personalEmailAvailable: true, phoneTokens: 1_000 },
					});
				await runOf(sandbox, one, first, known);
				expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
			}),
			{ numRuns: 300 },
		);
	},
	300_000,
);

it('a phone for which the rest is charged again is bought only if the user pays again, and reason says so', async () => {
	const sandbox = await start({ offers: 'contract', account: { phoneTokens: 0 } });
	const run = async (rows: IDataObject[], rowsAnsweredBefore: string) =>
		rowsOf(
			await runOperation(
				sandbox,
				resolve(['mobilePhone', 'profile'], rows, { node, options: { rowsAnsweredBefore } }),
			),
		);
	const first = await run([KINDS.linkedin(people[0]).cells], 'skipFound');
	sandbox.configure({ account: { phoneTokens: 10 } });
	const second = await run(first, 'skipFound');
	const deferred = {
		enriched_status: 'deferred',
		enriched_full_name: `${people[0].firstName} ${people[0].lastName}`,
		enriched_reason: `insufficient_phone_tokens: Looked up without the phone. For the phone, ${PROFILE} is charged again: choose Look Up Again`,
	};
	expect([first, second]).toMatchObject([[deferred], [deferred]]);
	expect(sandbox.ledger.summary()).toMatchObject({ tokensCharged: 1 });
	expect(await run(second, 'lookUpAgain')).toMatchObject([
		{ enriched_status: 'found', enriched_mobile_phone: `+${people[0].phone}` },
	]);
});
