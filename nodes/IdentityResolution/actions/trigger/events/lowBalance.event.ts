import { readBalance } from '../../../api/account/account';
import { defineEvent } from './event';
import { thresholdField } from './eventFields';
import { tokensBelow } from './tokensBelow';

const EVENT = 'lowBalance';

export const lowBalance = defineEvent({
	event: EVENT,
	name: 'Low Balance',
	description: 'The token balance falls below a number. An unlimited balance never does.',
	fields: [thresholdField('tokens')],
	...tokensBelow(EVENT, {
		column: 'token_balance',
		read: readBalance,
		untold: {
			is: 'missing_data',
			message: 'The account does not show its token balance',
			remedy: 'Choose another Event: without the balance this one can never come',
		},
	}),
});
