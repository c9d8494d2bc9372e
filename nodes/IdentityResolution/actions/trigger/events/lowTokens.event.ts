import { z } from 'zod/v4';
import { readBalance } from '../../../api/account/account';
import { amountCell, type FlatRow } from '../../../api/account/flatRow';
import { isObject } from '../../../api/json';
import { toAmount } from '../../../api/replies/metadata';
import { accountOf, requestAccount } from './accountRoute';
import { defineEvent, type MissingData, type Responses, type TriggerEvent } from './event';
import { readThreshold, thresholdField } from './eventFields';

/** An event for tokens that run low. */
interface TokenEvent {
	event: string;
	name: string;
	description: string;
	/** The counted unit, for example "phone tokens". */
	tokens: string;
	/** The column of the amount left. */
	column: string;
	/** The amount left; Infinity if unlimited, null if the account does not report it. */
	read(account: unknown): number | null;
	missing: MissingData;
}

/** Fires at the first poll below the threshold, and again only after a poll at or above it. */
function lowTokensEvent({ event, name, description, tokens, column, read, missing }: TokenEvent): TriggerEvent {
	const itemOf = (threshold: number, [account]: Responses, left: number): FlatRow => ({
		event,
		...accountOf(account),
		[column]: amountCell(left),
		unlimited: left === Infinity,
		threshold,
	});
	return defineEvent<{ threshold: number }, { low: boolean }>({
		event,
		name,
		description,
		fields: [thresholdField(tokens)],
		settings: readThreshold,
		memory: z.object({ low: z.boolean() }),
		route: requestAccount,
		decide({ threshold }, before, responses) {
			const left = read(responses[0]);
			if (left === null) return missing;
			const low = left < threshold;
			const items = low && before?.low !== true ? [itemOf(threshold, responses, left)] : [];
			return { is: 'decided', items, state: { low } };
		},
		sample({ threshold }, responses) {
			const left = read(responses[0]);
			return left === null ? missing : { is: 'sample', item: itemOf(threshold, responses, left) };
		},
	});
}

export const lowBalance = lowTokensEvent({
	event: 'lowBalance',
	name: 'Low Balance',
	description: 'The token balance falls below a number. An unlimited balance never does.',
	tokens: 'tokens',
	column: 'token_balance',
	read: readBalance,
	missing: {
		is: 'missing_data',
		message: 'The account does not show its token balance',
		remedy: 'Choose another Event: without the balance this one can never come',
	},
});

export const lowPhoneTokens = lowTokensEvent({
	event: 'lowPhoneTokens',
	name: 'Low Phone Tokens',
	description: 'The phone tokens fall below a number. Only for accounts that show them.',
	tokens: 'phone tokens',
	column: 'phone_token_balance',
	read: readPhoneTokens,
	missing: {
		is: 'missing_data',
		message: 'The account does not show phone tokens',
		remedy: 'Choose another Event: without them this one can never come',
	},
});

const IS_LEFT =
	/^(?=.*phone)(?=.*(token|balance))(?!.*(used|spent|limit|price|cost|allowance|total|quota|included|reset))/i;

/** The contract names phone tokens but no field for them, so that any number with a fitting name is used. */
function readPhoneTokens(account: unknown): number | null {
	if (!isObject(account)) return null;
	for (const [name, value] of Object.entries(account)) {
		const left = IS_LEFT.test(name) ? toAmount(value) : null;
		if (left !== null) return left;
	}
	return null;
}
