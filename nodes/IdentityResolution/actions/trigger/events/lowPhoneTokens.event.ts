import { isObject } from '../../../api/json';
import { toAmount } from '../../../api/replies/metadata';
import { defineEvent } from './event';
import { thresholdField } from './eventFields';
import { tokensBelow } from './tokensBelow';

const EVENT = 'lowPhoneTokens';

export const lowPhoneTokens = defineEvent({
	event: EVENT,
	name: 'Low Phone Tokens',
	description: 'The phone tokens fall below a number. Only for accounts that show them.',
	fields: [thresholdField('phone tokens')],
	...tokensBelow(EVENT, {
		column: 'phone_token_balance',
		read: readPhoneTokens,
		untold: {
			is: 'missing_data',
			message: 'The account does not show phone tokens',
			remedy: 'Choose another Event: without them this one can never come',
		},
	}),
});

const IS_LEFT = /^(?=.*phone)(?=.*(token|balance))(?!.*(used|spent|limit|price|cost))/i;

/** The contract names the allowance but no field for it, so that whatever number is named like one is taken. */
function readPhoneTokens(account: unknown): number | null {
	if (!isObject(account)) return null;
	for (const [name, value] of Object.entries(account)) {
		const left = IS_LEFT.test(name) ? toAmount(value) : null;
		if (left !== null) return left;
	}
	return null;
}
