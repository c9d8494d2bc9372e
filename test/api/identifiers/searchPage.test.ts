import { searchPage } from '../../../nodes/IdentityResolution/api/identifiers/body';

const keyOf = (filters: Record<string, unknown>) => searchPage(filters, { limit: 25, offset: 0 }).key;

describe('the key of a search', () => {
	const filters = { query: 'Heads of Sales', countries: ['España'] };

	it.each([
		['in case', { ...filters, query: 'heads of sales' }],
		['in spaces', { ...filters, query: 'Heads  of Sales' }],
		['in the order of fields', { countries: filters.countries, query: filters.query }],
		['in the form of an accent', { ...filters, countries: ['Espan\u0303a'] }],
	])('is equal for searches that differ only %s', (_where, other) => {
		expect(keyOf(other)).toBe(keyOf(filters));
	});

	it('differs for other filters and for other pages', () => {
		expect(keyOf({ ...filters, query: 'heads of marketing' })).not.toBe(keyOf(filters));
		expect(searchPage(filters, { limit: 25, offset: 25 }).key).not.toBe(keyOf(filters));
	});

	it('does not change what is sent', () => {
		expect(searchPage(filters, { limit: 25, offset: 50 }).value).toEqual({ ...filters, limit: 25, offset: 50 });
	});
});
