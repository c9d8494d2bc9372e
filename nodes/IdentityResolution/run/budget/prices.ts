import type { Phone } from '../../api/request';
import type { Tool } from '../../api/tool';

/** The highest token price per hit of each tool, as replies of this run reported it. */
export class Prices {
	private readonly highest = new Map<string, number>();
	private changes = 0;
	private consulted = false;

	/** Increases with every price change. */
	get version(): number {
		return this.changes;
	}

	/** Whether rows choose tools by price, so that a price change may change their choice. */
	get areConsulted(): boolean {
		return this.consulted;
	}

	/** Like `of`, for a row that chooses its tool by price. */
	consult(tool: Tool, phone: Phone): number | null {
		this.consulted = true;
		return this.of(tool, phone);
	}

	/** Returns the tokens per hit, with or without a phone; null if unknown. */
	of(tool: Tool, phone: Phone): number | null {
		return this.highest.get(keyOf(tool, phone)) ?? null;
	}

	/** @param price tokens; counts as at least 1, so that no budget allows endless hits */
	learn(tool: Tool, phone: Phone, price: number): void {
		const key = keyOf(tool, phone);
		const counted = Math.max(1, price);
		if (counted <= (this.highest.get(key) ?? 0)) return;
		this.highest.set(key, counted);
		this.changes += 1;
	}
}

const keyOf = ({ name }: Tool, phone: Phone) => `${name} ${phone}`;
