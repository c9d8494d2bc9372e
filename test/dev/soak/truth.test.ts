import { isHeld } from '../../../dev/sandbox/people';
import { Blocks, keyOf, KINDS, type Contact, type Kind } from '../../../dev/soak/contacts';
import { OPERATIONS, type Operation } from '../../../dev/soak/operations';
import { drawOptions, type RunOptions } from '../../../dev/soak/runOptions';
import { isFindable } from '../../../dev/soak/truth';
import { drawsOf } from '../../../dev/sandbox/random';

const SERVICE = { seed: 1, hitRate: 0.7 };
const CONTACTS = new Blocks(SERVICE.seed).contactsOf(0);
const operation = (name: string) => OPERATIONS.find((one) => one.operation === name) as Operation;

/** Somebody whom the service holds under these identifiers and no others. */
function heldUnder(...kinds: Kind[]): Contact {
	const isSuch = (contact: Contact) =>
		KINDS.every((kind) => isHeld(keyOf(contact, kind), SERVICE.seed, SERVICE.hitRate) === kinds.includes(kind));
	return CONTACTS.find(isSuch) as Contact;
}

const options = (want: RunOptions['want'], hashEmail = false): RunOptions => {
	const drawn = drawOptions(drawsOf(1, 'options'));
	return { ...drawn, want, options: { ...drawn.options, hashEmail } };
};

it.each<[string, Kind, Kind]>([
	['findBest', 'linkedin', 'email'],
	['findByLinkedin', 'linkedin', 'hem'],
	['findByEmail', 'email', 'linkedin'],
	['findByHashedEmail', 'hem', 'email'],
])('%s finds whom the service holds under what it asks, and nobody else', (name, kind, other) => {
	const asked = (contact: Contact) => ({ is: 'asked', contact, kinds: KINDS }) as const;
	expect(isFindable(asked(heldUnder(kind)), operation(name), options(['profile']), SERVICE)).toBe(true);
	expect(isFindable(asked(heldUnder(other)), operation(name), options(['profile']), SERVICE)).toBe(false);
});

it.each<[string, Kind[], Kind[], RunOptions['want'], boolean, boolean]>([
	['a LinkedIn profile leads to an e-mail', ['linkedin'], ['linkedin'], ['personalEmail'], false, true],
	['an e-mail leads to a profile', ['email', 'hem'], ['email'], ['profile'], false, true],
	['its MD5 alone does as well', ['email', 'hem'], ['hem'], ['company'], false, true],
	[
		'an e-mail leads to the LinkedIn profile, and that to an e-mail',
		['email', 'hem'],
		['email', 'linkedin'],
		['personalEmail'],
		false,
		true,
	],
	[
		'an e-mail leads no further where the service does not know the LinkedIn profile',
		['email', 'hem'],
		['email'],
		['personalEmail'],
		false,
		false,
	],
	[
		'what it holds under a LinkedIn profile is out of reach where nothing tells that',
		['email', 'hem'],
		['linkedin'],
		['personalEmail'],
		false,
		false,
	],
	['an e-mail that does not leave the machine asks nobody', ['email', 'hem'], ['email'], ['profile'], true, false],
])('resolve: %s', (_says, kinds, held, want, hashEmail, is) => {
	expect(
		isFindable(
			{ is: 'asked', contact: heldUnder(...held), kinds },
			operation('resolve'),
			options(want, hashEmail),
			SERVICE,
		),
	).toBe(is);
});
