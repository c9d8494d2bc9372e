import type { Phone, Tool } from '../../../nodes/IdentityResolution/api/tool';
import type { SandboxSettings } from '../settings';

/** Tokens of a hit. A tool that returns nothing but a phone has one price. */
export function priceOf({ name, onlyPhone }: Tool, phone: Phone, { prices, phonePrice }: SandboxSettings): number {
	const price = Object.hasOwn(prices, name) ? prices[name] : 1;
	return phone === 'with' && !onlyPhone ? price + phonePrice : price;
}
