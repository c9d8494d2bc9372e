import type { Explained } from '../report/report';
import { hostsFloor, leanFloor } from './bareNode';
import { CONTENDERS } from './contenders';
import type { Contender } from './contender';

/** The floor that is no workflow. */
export const NO_N8N: Pick<Contender, 'letter' | 'name' | 'what'> = {
	letter: 'f',
	name: 'undici alone, no n8n',
	what: 'a script in a process of its own, with connections that are kept: everybody once, in the same batches and with as many requests in flight.',
};

const FLOORS = [NO_N8N, ...[hostsFloor, leanFloor].map((floor) => floor(1))];

/** Everybody who is compared. */
export const LEGEND: readonly Explained[] = [...CONTENDERS, ...FLOORS].map(({ letter, name, what }) => ({
	name: `${letter}, ${name}`,
	what,
}));
