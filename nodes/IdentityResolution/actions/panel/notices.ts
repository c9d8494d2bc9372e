export const OUTPUTS_NOTICE =
	'Order of the outputs: Results, Deferred, Not Found, Error. A new output moves the later ones: check their ' +
	'connections.';

export const DRY_RUN_NOTICE =
	'Dry Run is on: nothing is looked up, and rows are returned as planned. Switch it off for a real run.';

export const RETURN_ALL_NOTICE = 'Every match is charged. To limit the cost, set Max Tokens under Options.';

export const PHONE_NOTICE =
	'A phone is charged extra if one is found, and may need phone tokens. Rows with the same person share one ' +
	'lookup, with the phone if any of them requests it.';
