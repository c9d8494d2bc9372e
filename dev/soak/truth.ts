import { SOURCES } from '../../nodes/IdentityResolution/api/sources';
import { isHeld } from '../sandbox/people';
import type { SandboxSettings } from '../sandbox/settings';
import { keyOf, type Kind } from './contacts';
import type { Operation } from './operations';
import type { RunOptions } from './runOptions';
import type { Truth } from './sheet';

/** What decides whom the service finds. It stays the same over a whole soak. */
export type Service = Pick<SandboxSettings, 'seed' | 'hitRate'>;

/** A row that holds an identifier. */
export type Asked = Extract<Truth, { is: 'asked' }>;

/** Whether a row is found where nothing keeps the tools from answering. */
export function isFindable(
	{ contact, kinds }: Asked,
	{ kind }: Operation,
	{ want, options }: RunOptions,
	{ seed, hitRate }: Service,
): boolean {
	const isKnownBy = (one: Kind) => isHeld(keyOf(contact, one), seed, hitRate);
	if (kind !== null) return isKnownBy(kind);
	const known = new Set<Kind>(options.hashEmail ? kinds.filter((one) => one !== 'email') : kinds);
	// Nothing but a LinkedIn profile is learnt on the way, and no tool that is asked by one teaches more.
	const first = SOURCES.filter(({ needs }) => known.has(needs) && isKnownBy(needs));
	if (first.some(({ feeds }) => feeds.includes('linkedin'))) known.add('linkedin');
	return SOURCES.some(
		({ needs, gives }) => known.has(needs) && isKnownBy(needs) && gives.some((one) => want.includes(one)),
	);
}
