/** Notices about consequences that are easily overlooked. */

export const OUTPUTS_NOTICE =
	'Outputs stand in this order: Results, Deferred, Not Found, Error. Switching one on moves the later ones: check their connections.';

export const DRY_RUN_NOTICE =
	'Dry Run is on: nothing is looked up, and rows come out as planned. Switch it off for a real run.';

export const PHONE_NOTICE =
	'A phone that is found is charged in addition, and an account may have phone tokens of its own for that. A person is asked once for all rows: with the phone, if one of them wants it.';
