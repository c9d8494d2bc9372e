import type { INodeExecutionData } from 'n8n-workflow';
import { drawsOf } from '../../sandbox/chance';
import { directorySlug } from '../../sandbox/directory';

const SEED = 1;
const DUPLICATES = 0.3;

/** Items of a contact sheet, 30 % of them duplicates. */
export function contactItems(rows: number): INodeExecutionData[] {
	const draws = drawsOf(SEED, `growth|${rows}`);
	let people = 0;
	return Array.from({ length: rows }, (_, row) => {
		const isDuplicate = people > 0 && draws.share() < DUPLICATES;
		const person = isDuplicate ? draws.below(people) : people++;
		return { json: { id: row + 1, company: `Example ${row % 100}`, linkedin: `https://www.linkedin.com/in/${directorySlug(SEED, person)}` } };
	});
}
