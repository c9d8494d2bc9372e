import { getAccount } from '../../../nodes/IdentityResolution/api/account/account';

const WINDOW = { limit: 500, used: 20, remaining: 480, resets_at: '2030-01-01T05:00:00Z' };
const FAMILY = { records: { '5h': WINDOW, '1w': WINDOW }, requests: { '5h': WINDOW } };
const RECORD = {
	id: 'account-example',
	name: 'Example Works',
	status: 'active',
	plan: 'growth',
	token_balance: 4_200,
	unlimited: false,
	personal_email_available: true,
	fair_use: { enrich: FAMILY, search: FAMILY },
	api_key_count: 2,
	user_count: 3,
	created_at: '2029-01-01T00:00:00Z',
};

/** The dotted paths of all fields in a value, including fields that contain others. */
const pathsIn = (value: object): string[] =>
	Object.entries(value).flatMap(([name, part]: [string, unknown]) =>
		typeof part === 'object' && part !== null ? [name, ...pathsIn(part).map((path) => `${name}.${path}`)] : [name],
	);

/** A value with one field replaced; undefined removes the field. */
function having(value: object, path: string, field: unknown): object {
	const [name, ...rest] = path.split('.');
	const own = value as Record<string, object>;
	return { ...own, [name]: rest.length === 0 ? field : having(own[name], rest.join('.'), field) };
}

const departsAt = (record: object): string[] =>
	(getAccount.result.safeParse(record).error?.issues ?? []).map(({ path }) => path.join('.'));

it('an account record matches the contract', () => {
	expect(departsAt(RECORD)).toEqual([]);
});

it.each(pathsIn(RECORD))('it departs from the contract if %s is missing or of another kind', (path) => {
	for (const wrong of [undefined, []]) expect(departsAt(having(RECORD, path, wrong))).toContain(path);
});

it.each(pathsIn(RECORD).filter((path) => path.endsWith('resets_at')))('%s is null for an unused window', (path) => {
	expect(departsAt(having(RECORD, path, null))).toEqual([]);
});
