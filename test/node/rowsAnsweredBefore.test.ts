import type { IDataObject } from 'n8n-workflow';
import { jsonAnswer, okAnswer } from '../support/node/answers';
import { findBest } from '../support/node/findBestRun';
import { column, hintsOf, rowsOf, runOperation, type OperationRun } from '../support/node/nodeRun';
import { resolve } from '../support/node/resolveRun';
import { sandboxes } from '../support/node/sandboxes';
import { PHONE, WORK } from '../support/node/toolNames';
import { answerMiss, hostileServers } from '../support/wire/hostileServer';

const start = sandboxes();
const startServer = hostileServers();

const NOW = new Date().toISOString();
const ADA = { who: 'in/ada-example', enriched_person_key: 'linkedin:ada-example', enriched_answered_at: NOW };
const FOUND = { ...ADA, enriched_status: 'found', enriched_personal_email: 'ada@home.test', enriched_reason: '' };
const MISSED = { ...ADA, enriched_status: 'not_found' };

const ALL = 'skipFound skipAnswered lookUpAgain';

/** Rows as they arrive, and the modes in which they are looked up. */
const LOOKED_UP: Record<string, { row: IDataObject; in: string; options?: object }> = {
	'a new row': { row: { who: 'in/ada-example' }, in: ALL },
	'a found row': { row: FOUND, in: 'lookUpAgain' },
	'a found row without a key': { row: { ...FOUND, enriched_person_key: null }, in: 'lookUpAgain' },
	'a found row of another person': { row: { ...FOUND, who: 'in/bob-example' }, in: ALL },
	'a found row whose cell has become unreadable': { row: { ...FOUND, who: 'nobody at all' }, in: '' },
	'a found row with nothing of this operation': {
		row: { ...FOUND, enriched_personal_email: '', enriched_work_email: 'ada@work.test' },
		in: ALL,
	},
	'a found row whose reason is about something else': {
		row: { ...FOUND, enriched_personal_email: '', enriched_reason: 'Known since 2026-01-01' },
		in: ALL,
	},
	'a found row whose reason says why it has nothing': {
		row: {
			...FOUND,
			enriched_personal_email: '',
			enriched_reason: 'Found, but nothing usable as a personal email (only an obscured one)',
		},
		in: 'lookUpAgain',
	},
	'a found row whose status a person has retyped': {
		row: { ...FOUND, enriched_status: ' Found' },
		in: 'lookUpAgain',
	},
	'a found row that is too old': {
		row: { ...FOUND, enriched_answered_at: '2026-01-01T00:00:00Z' },
		in: ALL,
		options: { maxAge: 30 },
	},
	'a found row that is young enough': { row: FOUND, in: 'lookUpAgain', options: { maxAge: 30 } },
	'a found row whose date a sheet has made a number': {
		row: { ...FOUND, enriched_answered_at: 46_356.5 },
		in: 'lookUpAgain',
		options: { maxAge: 30 },
	},
	'a miss': { row: MISSED, in: 'skipFound lookUpAgain' },
	'an old miss': { row: { ...MISSED, enriched_answered_at: '2026-01-01' }, in: ALL, options: { maxAge: 30 } },
	'a deferred row': { row: { ...ADA, enriched_status: 'deferred' }, in: ALL },
	'a planned row': { row: { ...ADA, enriched_status: 'planned' }, in: ALL },
	'a status of others': { row: { ...ADA, enriched_status: 'customer' }, in: ALL },
	'a conflict': { row: { ...ADA, enriched_status: 'conflict' }, in: 'lookUpAgain' },
	'a suppressed row': { row: { who: 'in/ada-example', enriched_status: 'suppressed' }, in: '' },
	'a suppressed row of another person': {
		row: { who: 'in/bob-example', enriched_status: 'suppressed', enriched_person_key: 'suppressed:0123' },
		in: ALL,
	},
};

const MODES = ALL.split(' ');

it.each(Object.entries(LOOKED_UP))(
	'%s is looked up in these modes alone',
	async (_name, { row, in: modes, options }) => {
		for (const rowsAnsweredBefore of MODES) {
			const sandbox = await start();
			const run = await runOperation(
				sandbox,
				findBest([], { rows: [row], options: { ...options, rowsAnsweredBefore } }),
			);
			expect([rowsAnsweredBefore, sandbox.ledger.summary().requests]).toEqual([
				rowsAnsweredBefore,
				modes.includes(rowsAnsweredBefore) ? 1 : 0,
			]);
			if (!modes.includes(rowsAnsweredBefore) && row.who === 'in/ada-example')
				expect(rowsOf(run)[0]).toMatchObject({ enriched_status: row.enriched_status, who: row.who });
		}
	},
);

it('Skip Found is the default, and a skipped row keeps its columns', async () => {
	const sandbox = await start();
	const row = { ...FOUND, notes: 'mine', enriched_title: 'CEO' };
	const run = await runOperation(sandbox, findBest([], { rows: [row, { who: 'in/test-found' }] }));
	expect(rowsOf(run)[0]).toMatchObject(row);
	expect(hintsOf(run)).toContain('2 rows: 1 found, 1 skipped (answered before). 2 with a personal email.');
	expect(sandbox.ledger.summary().requests).toBe(1);
});

it('an expression chooses for each row, and another value is invalid and names the three', async () => {
	const rows = ['skipFound', 'lookUpAgain', '', 'never', null].map((mode) => ({ ...FOUND, mode }));
	const run = await runOperation(
		await start(),
		findBest([], { rows, options: { rowsAnsweredBefore: '={{ $json.mode }}' } }),
	);
	expect(column(run, 'enriched_status')).toEqual(['found', 'found', 'invalid', 'invalid', 'invalid']);
	expect(column(run, 'enriched_reason')[3]).toBe(
		'Rows Answered Before must be one of lookUpAgain, skipFound, skipAnswered',
	);
	expect(column(run, 'enriched_personal_email')).toEqual(Array(5).fill(expect.stringMatching(/@/)));
});

it('Look Up Again says how many rows that were found before are charged again', async () => {
	const rows = ['in/test-found', 'in/test-not-found'].map((who) => ({ who, enriched_status: 'found' }));
	const run = await runOperation(
		await start(),
		findBest([], { rows, options: { rowsAnsweredBefore: 'lookUpAgain' } }),
	);
	expect(hintsOf(run)).toContain('1 row found before was charged again. To skip such rows, set Rows Answered Before');
});

it('a row with the miss of another operation is charged again, and a hint says why', async () => {
	const rows = [{ who: 'in/test-found', enriched_status: 'not_found', enriched_personal_email: 'ada@home.test' }];
	const run = await runOperation(await start(), findBest([], { rows }));
	expect(hintsOf(run)).toContain('1 row had the status of another operation, and was skipped or charged again');
});

describe('a run that is refused as a whole', () => {
	/** The list is not connected. */
	const refused = { options: { suppressionList: true }, node: { onError: 'continueRegularOutput' as const } };

	it('does not make found rows paid for again', async () => {
		const sandbox = await start();
		const rows = rowsOf(await runOperation(sandbox, findBest(['test-found', 'test-not-found'])));
		const invalid = rowsOf(await runOperation(sandbox, findBest([], { rows, ...refused })));
		expect(invalid.map(({ enriched_status }) => enriched_status)).toEqual(['invalid', 'invalid']);
		sandbox.ledger.clear();
		const again = rowsOf(await runOperation(sandbox, findBest([], { rows: invalid })));
		expect(again[0]).toEqual({ ...rows[0], enriched_reason: '' });
		expect(sandbox.ledger.summary()).toMatchObject({ requests: 1, tokensCharged: 0 });
	});

	it('leaves a row invalid whose own cell is', async () => {
		const rows = rowsOf(await runOperation(await start(), findBest(['in/test-found', 'CEO'])));
		const again = await runOperation(await start(), findBest([], { rows }));
		expect(column(again, 'enriched_status')).toEqual(['found', 'invalid']);
	});

	it('does not make suppressed rows sent', async () => {
		const sandbox = await start();
		const listed = { suppressed: [{ linkedin: 'in/test-found' }], options: { suppressionList: true } };
		const rows = rowsOf(await runOperation(sandbox, findBest(['test-found'], listed)));
		const invalid = rowsOf(await runOperation(sandbox, findBest([], { rows, ...refused })));
		expect(rowsOf(await runOperation(sandbox, findBest([], { rows: invalid })))).toEqual(rows);
		expect(sandbox.ledger.summary().requests).toBe(0);
	});
});

describe('Resolve', () => {
	const asked = async (
		row: IDataObject,
		want: string[],
		more: Partial<OperationRun> = {},
		others: IDataObject[] = [],
	) => {
		const service = await startServer(({ tool }) =>
			tool === WORK ? okAnswer({ email: 'ada@work.test', risk_score: 'A' }) : answerMiss(),
		);
		const rows = [{ linkedin: 'in/ada-example', ...row }, ...others];
		const job = resolve(want, rows, more);
		const run = await runOperation(service, { ...job, parameters: { ...job.parameters, output: 'simplified' } });
		const tools = service.received.map(({ tool }) => tool).filter((tool) => [WORK, PHONE].includes(tool));
		return { tools, row: rowsOf(run)[0] };
	};
	const BOTH = ['workEmail', 'mobilePhone'];
	const EMAIL = { ...FOUND, enriched_work_email: 'ada@work.test' };
	const NO_PHONE = { enriched_mobile_phone: '', enriched_reason: 'Not found: a mobile phone' };

	it.each<[string, IDataObject, string[]]>([
		['a found row without one of the columns asks for that part', EMAIL, [PHONE]],
		['a found row with all columns, of which one is blank for a reason, is skipped', { ...EMAIL, ...NO_PHONE }, []],
		[
			'a found row of a store that drops blank cells is skipped',
			{ ...EMAIL, enriched_reason: NO_PHONE.enriched_reason },
			[],
		],
		['a found row of another operation asks for the rest', { ...EMAIL, enriched_mobile_phone: '' }, [PHONE]],
		[
			'a deferred row asks for what is blank',
			{ ...EMAIL, enriched_status: 'deferred', enriched_mobile_phone: '' },
			[PHONE],
		],
		['a row of another person asks for everything', { ...EMAIL, linkedin: 'in/bob-example' }, [WORK, PHONE]],
		['a row without a status asks for everything', { ...EMAIL, enriched_status: '' }, [WORK, PHONE]],
		[
			'a row with another profile and the same email asks for everything',
			{ ...EMAIL, ...NO_PHONE, linkedin: 'in/bob-example', enriched_person_key: 'linkedin:ada-example hem:x' },
			[WORK, PHONE],
		],
		[
			'a part that only another sentence names is not decided',
			{ ...EMAIL, enriched_mobile_phone: '', enriched_reason: 'Ignored: Email is a mobile phone' },
			[PHONE],
		],
	])('%s', async (_name, row, tools) => {
		expect((await asked(row, BOTH)).tools.sort()).toEqual(tools.sort());
	});

	it('a row stays found, with its earlier data, if the rest is a miss', async () => {
		const { row } = await asked({ ...EMAIL, enriched_status: 'deferred' }, BOTH, {
			options: { onNotFound: 'drop' },
		});
		expect(row).toMatchObject({
			enriched_status: 'found',
			enriched_work_email: 'ada@work.test',
			enriched_reason: 'Not found: a mobile phone',
		});
	});

	it('keeps the time of the oldest answer, so that Max Age holds for it', async () => {
		const deferred = { ...EMAIL, enriched_status: 'deferred', enriched_answered_at: '2026-01-01T00:00:00.000Z' };
		expect((await asked(deferred, BOTH)).row.enriched_answered_at).toBe('2026-01-01T00:00:00.000Z');
		expect((await asked(deferred, BOTH, { options: { maxAge: 30 } })).tools).toEqual([WORK, PHONE]);
	});

	it('does not buy a useless hit again while another part stays deferred', async () => {
		let phones = 402;
		const service = await startServer(({ tool }) => {
			if (tool === WORK) return okAnswer({ email: 'ada@work.test', risk_score: 'D' });
			if (tool !== PHONE) return answerMiss();
			const error = { code: 'insufficient_tokens', message: 'Top up' };
			return phones === 200 ? okAnswer({ mobile_phone: '+12025550101' }) : jsonAnswer({ error }, phones);
		});
		let rows: IDataObject[] = [{ linkedin: 'in/ada-example' }];
		for (const status of [402, 402, 402, 200]) {
			phones = status;
			const more = { parameters: { output: 'simplified' }, node: { onError: 'continueRegularOutput' } } as const;
			rows = rowsOf(await runOperation(service, resolve(BOTH, rows, more)));
		}
		expect(service.received.filter(({ tool }) => tool === WORK)).toHaveLength(1);
		expect(rows[0]).toMatchObject({ enriched_status: 'found', enriched_mobile_phone: '+12025550101' });
		expect(rows[0].enriched_reason).toContain('Not found: a work email (only');
	});

	it('a row that has all wanted parts is free', async () => {
		const row = { ...EMAIL, enriched_status: 'deferred', enriched_mobile_phone: '+12025550101' };
		const { tools, row: written } = await asked(row, BOTH);
		expect(tools).toEqual([]);
		expect(written).toMatchObject({
			enriched_status: 'skipped',
			enriched_reason: 'The row already has all wanted data',
			enriched_mobile_phone: '+12025550101',
		});
	});
});
