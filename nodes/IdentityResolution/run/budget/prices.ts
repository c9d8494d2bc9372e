import type { Phone } from '../../api/request';
import type { Tool } from '../../api/tool';

/** What a hit of each tool costs, in tokens, as far as replies have told in this run: the highest price seen. */
export class Prices {
	private readonly seen = new Map<string, number>();
	private changes = 0;
	private consulted = false;

	/** Goes up with every price that is learnt. */
	get version(): number {
		return this.changes;
	}

	/** Whether rows decide by prices, so that one that is learnt may change what they ask. */
	get areConsulted(): boolean {
		return this.consulted;
	}

	/** The price for a row that decides by it. */
	consult(tool: Tool, phone: Phone): number | null {
		this.consulted = true;
		return this.of(tool, phone);
	}

	/** Tokens of a hit, with the phone or without; null where none was told. */
	of(tool: Tool, phone: Phone): number | null {
		return this.seen.get(nameOf(tool, phone)) ?? null;
	}

	/** @param price tokens; a hit that cost nothing counts as one, so that nothing is ever bought without end */
	learn(tool: Tool, phone: Phone, price: number): void {
		const name = nameOf(tool, phone);
		const counted = Math.max(1, price);
		if (counted <= (this.seen.get(name) ?? 0)) return;
		this.seen.set(name, counted);
		this.changes += 1;
	}
}

const nameOf = ({ name }: Tool, phone: Phone) => `${name} ${phone}`;
