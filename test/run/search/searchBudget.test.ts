import { searchPeople } from '../../../nodes/IdentityResolution/actions/person/search.operation';
import { searchRoute } from '../../../nodes/IdentityResolution/run/searchRoute';
import { hit } from '../../support/api/replies';
import { simulate } from '../../support/virtual/virtualRun';

it('a search under Max Tokens requests a page that the listed price allows', async () => {
	const search = { tool: searchPeople, filters: { title: 'CEO' }, limit: 50, offset: 0, maxTokens: 40 };
	const done = await simulate([searchRoute(search)], {
		limits: { maxTokens: 40 },
		prices: { [searchPeople.name]: 2 },
		script: ({ tool }) => hit(tool.family === 'free' ? {} : { results: [{ id: 1 }], total: 1 }),
	});
	const pages = done.service.requests.filter(({ tool }) => tool.name === searchPeople.name);
	expect(pages.map(({ body }) => body)).toEqual([{ title: 'CEO', limit: 20, offset: 0 }]);
	expect(done.statuses).toEqual(['found']);
});
