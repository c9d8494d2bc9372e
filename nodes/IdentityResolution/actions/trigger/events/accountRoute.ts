import type { FlatRow } from '../../../api/account/flatRow';
import { readBody } from '../../../api/identifiers/body';
import { field, toText } from '../../../api/json';
import { getAccount } from '../../../api/tools/account/getAccount';
import { lookupOf, singleLookup, type Route } from '../../../run/lookup';

/** Requests the account, which is free. */
export const requestAccount = (): Route => singleLookup(lookupOf(getAccount, readBody({}), 'without'));

/** The first fields of every item, which identify the account. */
export const accountOf = (results: unknown): FlatRow => ({
	id: toText(field(results, 'id')),
	name: toText(field(results, 'name')),
});
