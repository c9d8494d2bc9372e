import { contentFor, shapeFor } from '../../../nodes/IdentityResolution/actions/write/rowShape';
import type { INodeExecutionData } from 'n8n-workflow';
import { ALL_CONTENT } from '../../../nodes/IdentityResolution/actions/write/content';
import { errorJson } from '../../../nodes/IdentityResolution/actions/write/rowErrors';
import type { Settings } from '../../../nodes/IdentityResolution/actions/read/settings';
import { findBest } from '../../../nodes/IdentityResolution/actions/personalEmail/findBest.operation';
import { writeRow } from '../../../nodes/IdentityResolution/actions/write/writeRows';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { personalEmail } from '../../support/run/lookups';
import { found, MISS, rowOf, SETTINGS } from '../../support/run/settledRows';

const HIT = rowOf(personalEmail, 'ada-example', found({ email: 'ada@home.test' }));
const SKIPPED: SettledRow = {
	outcome: { is: 'skipped', why: 'Skip When skipped this row', by: 'skip_when' },
	steps: [],
};
const BLANK: SettledRow = { outcome: { is: 'skipped', why: 'LinkedIn URL is empty', by: 'blank' }, steps: [] };

function write(input: INodeExecutionData, row: SettledRow, settings: Partial<Settings> = {}): INodeExecutionData {
	const all = { ...SETTINGS, ...settings };
	return writeRow(input, 3, row, shapeFor(contentFor(findBest, ALL_CONTENT), all, 'workflow'));
}

describe('an item', () => {
	const binary = { file: { data: '', mimeType: 'text/plain' } };
	const input = { json: { id: 1 }, binary };

	it('has the input fields, our columns, the binary data and the link of its row', () => {
		expect(write(input, HIT)).toMatchObject({
			json: { id: 1, enriched_status: 'found', enriched_personal_email: 'ada@home.test' },
			binary,
			pairedItem: { item: 3 },
		});
		expect(write({ json: {} }, HIT)).not.toHaveProperty('binary');
	});

	it('has only our columns if the input is omitted', () => {
		const item = write(input, HIT, { includeInputFields: false });
		expect(item).not.toHaveProperty('binary');
		expect(item.json).toMatchObject({ status: 'found', personal_email: 'ada@home.test' });
		expect(item.json).not.toHaveProperty('id');
	});

	it('has the lookup details only if they are switched on', () => {
		expect(write(input, HIT).json).not.toHaveProperty('enriched_lookup');
		const details = { tool: personalEmail.name, sharedWith: 0 };
		expect(write(input, HIT, { includeLookupDetails: true }).json.enriched_lookup).toMatchObject(details);
	});
});

describe('a row that Skip When skips', () => {
	const before = {
		enriched_status: 'found',
		enriched_reason: 'mine',
		enriched_personal_email: 'ada@home.test',
		enriched_lookup: { tool: 'earlier' },
	};

	it('stays unchanged if the node wrote it', () => {
		expect(write({ json: before }, SKIPPED, { includeLookupDetails: true }).json).toMatchObject(before);
	});

	it('gets a status if the node did not write it', () => {
		expect(write({ json: { enriched_reason: 'mine' } }, SKIPPED).json).toMatchObject({
			enriched_status: 'skipped',
			enriched_reason: 'Skip When skipped this row',
		});
	});

	it('is not a row with a blank cell, which gets a new status', () => {
		expect(write({ json: before }, BLANK, { includeLookupDetails: true }).json).toMatchObject({
			enriched_status: 'skipped',
			enriched_reason: 'LinkedIn URL is empty',
			enriched_personal_email: 'ada@home.test',
			enriched_lookup: { tool: null },
		});
	});
});

describe('the error of an earlier run', () => {
	const ours = errorJson({
		message: 'It failed',
		description: 'Try again',
		httpStatus: 500,
		code: 'internal_error',
		identifier: null,
		retryAt: null,
	});

	it('is removed from a row that ran again', () => {
		expect(write({ json: { id: 1, ...ours } }, HIT).json).not.toHaveProperty('error');
	});

	it('stays in a row that Skip When skips', () => {
		expect(write({ json: { id: 1, ...ours } }, SKIPPED).json).toMatchObject(ours);
	});

	it('stays if another node wrote it', () => {
		expect(write({ json: { error: 'mine' } }, HIT).json).toMatchObject({ error: 'mine' });
	});
});

it('the empty results of a miss do not replace results', () => {
	const empty: SettledRow = {
		...rowOf(personalEmail, 'ada-example', MISS),
		outcome: { ...MISS, answer: { found: false, results: { email: null }, metadata: null, at: null } } as never,
	};
	const results = { email: 'ada@home.test' };
	const json = { enriched_status: 'found', enriched_person_key: 'linkedin:ada-example', enriched_results: results };
	expect(write({ json }, empty, { output: 'raw' }).json.enriched_results).toEqual(results);
});
