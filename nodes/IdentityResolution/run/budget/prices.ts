import type { Phone } from '../../api/request';
import type { Tool } from '../../api/tool';

/** Tokens per hit by the name of the tool. */
export type PriceList = ReadonlyMap<string, number>;

/** The token price per hit of each tool: as the account lists it, or higher if replies of this run report that. */
export class Prices {
	private readonly reported = new Map<string, number>();
	/** Tokens per hit that a tool is assumed to cost until its price is known, by its name. */
	private readonly assumptions = new Map<string, number>();
	private consulted = false;

	/** @param listed by the account, before the run */
	constructor(private readonly listed: PriceList = new Map()) {}

	/** Whether rows choose between tools by price. */
	get areConsulted(): boolean {
		return this.consulted;
	}

	/** Like `listedPrice`, for a row that chooses its tool by price. */
	consult(tool: Tool, phone: Phone): number | null {
		this.consulted = true;
		return this.listedPrice(tool, phone);
	}

	/** Returns the tokens per hit, with or without a phone; null if unknown. */
	of(tool: Tool, phone: Phone): number | null {
		const highest = this.reported.get(keyOf(tool, phone)) ?? null;
		const listed = this.listedPrice(tool, phone);
		return highest === null && listed === null ? null : Math.max(highest ?? 0, listed ?? 0);
	}

	/** Returns the price in the account's list, under any name of the tool. The list has no prices with a phone. */
	listedPrice({ name, otherNames = [], onlyPhone }: Tool, phone: Phone): number | null {
		if (phone === 'with' && !onlyPhone) return null;
		const names = [name, ...otherNames];
		const listed = names.find((one) => this.listed.has(one));
		return listed === undefined ? null : atLeastOne(this.listed.get(listed) ?? 1);
	}

	/** Returns the listed price, or else an assumed one: that of a hit without a phone, or 1. */
	listedOrAssumed(tool: Tool, phone: Phone): { tokens: number; basis: 'listed' | 'assumed' } {
		const listed = this.listedPrice(tool, phone);
		if (listed !== null) return { tokens: listed, basis: 'listed' };
		return { tokens: this.listedPrice(tool, 'without') ?? 1, basis: 'assumed' };
	}

	/** The tokens per hit of a tool whose price is unknown. */
	assumed({ name }: Tool): number {
		return this.assumptions.get(name) ?? 1;
	}

	assume({ name }: Tool, tokens: number): void {
		this.assumptions.set(name, tokens);
	}

	/** @param price tokens */
	learn(tool: Tool, phone: Phone, price: number): void {
		const counted = atLeastOne(price);
		if (counted <= (this.of(tool, phone) ?? 0)) return;
		this.reported.set(keyOf(tool, phone), counted);
	}
}

/** A price of 0 would let a budget pay for unlimited hits. */
const atLeastOne = (price: number): number => Math.max(1, price);

const keyOf = ({ name }: Tool, phone: Phone) => `${name} ${phone}`;
