/** Notices about consequences that are easily overlooked. */

export const OUTPUTS_NOTICE =
	'Order of the outputs: Results, Deferred, Not Found, Error. A new output moves the later ones: check their ' +
	'connections.';

export const DRY_RUN_NOTICE =
	'Dry Run is on: nothing is looked up, and rows are returned as planned. Switch it off for a real run.';

export const PHONE_NOTICE =
	'A phone is charged in addition if one is found, and may need phone tokens. A person is requested once for ' +
	'all rows: with the phone, if one of them wants it.';
