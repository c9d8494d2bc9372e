import type { FlatRow } from '../../../api/account/flatRow';
import { readBody } from '../../../api/identifiers/body';
import { field, toText } from '../../../api/json';
import { getAccount } from '../../../api/tools/getAccount';
import { lookupOf, singleLookup, type Route } from '../../../run/lookup';

/** Asks how the account stands, which is free. */
export const askAccount = (): Route => singleLookup(lookupOf(getAccount, readBody({}), 'without'));

/** Whose account it is: what an item starts with, so that a message about several accounts can tell them apart. */
export const accountOf = (results: unknown): FlatRow => ({
	id: toText(field(results, 'id')),
	name: toText(field(results, 'name')),
});
