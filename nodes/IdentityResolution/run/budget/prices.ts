import type { Phone } from '../../api/request';
import type { Tool } from '../../api/tool';

/** The highest price of a hit of each tool that replies reported in this run, in tokens. */
export class Prices {
	private readonly seen = new Map<string, number>();
	private changes = 0;
	private consulted = false;

	/** Increases with every learned price. */
	get version(): number {
		return this.changes;
	}

	/** Whether rows choose tools by price, so that a learned price may change their choice. */
	get areConsulted(): boolean {
		return this.consulted;
	}

	/** Returns a price for a row that chooses by it. */
	consult(tool: Tool, phone: Phone): number | null {
		this.consulted = true;
		return this.of(tool, phone);
	}

	/** Returns the price of a hit, with or without the phone; null if it is unknown. */
	of(tool: Tool, phone: Phone): number | null {
		return this.seen.get(nameOf(tool, phone)) ?? null;
	}

	/** @param price tokens; at least 1 is assumed, so that no budget allows endless hits */
	learn(tool: Tool, phone: Phone, price: number): void {
		const name = nameOf(tool, phone);
		const counted = Math.max(1, price);
		if (counted <= (this.seen.get(name) ?? 0)) return;
		this.seen.set(name, counted);
		this.changes += 1;
	}
}

const nameOf = ({ name }: Tool, phone: Phone) => `${name} ${phone}`;
