import { readLinkedinCell } from '../../api/identifiers/linkedinCell';
import type { Cells } from '../../api/person/columns';
import { withAddresses } from '../../api/person/contribution';
import type { AddressBook } from '../../api/person/emails';
import { mergeCells } from '../../api/person/merge';
import type { PersonIdentifiers } from '../../api/person/sources';
import { unmet, type Wanted, type WantName } from '../../api/person/wants';
import type { Answer } from '../../api/replies/reading';
import { valuesOf, type Step } from '../lookup';

const NO_CELLS: Cells = {};

/** Reads the answers of a run. Parses each one once, because rows share answers and every step reads them. */
export class AnswerReader {
	private readonly cellsByAnswer = new WeakMap<Answer, Cells>();

	/** Wanted data that the answers of a row do not contain. @param addresses all email addresses in the row */
	unmet(wanted: Wanted, steps: readonly Step[], addresses: () => readonly string[]): WantName[] {
		const found = steps.filter(({ outcome }) => outcome.is === 'found');
		const contributions = found.map((step) => ({
			tool: step.lookup.tool.name,
			cells: this.cellsOf(step),
			readWith: (book: AddressBook) => this.parse(step, book),
		}));
		const readable = withAddresses(contributions, () => [...addresses(), ...valuesOf(steps)]);
		return unmet(wanted, readable.length > 1 ? mergeCells(readable).cells : (readable[0]?.cells ?? NO_CELLS));
	}

	/** Adds the LinkedIn profiles of the answers to the identifiers of a row. */
	withFound(given: PersonIdentifiers, steps: readonly Step[]): PersonIdentifiers {
		const linkedin = [...given.linkedin];
		for (const step of steps) {
			const reading = readLinkedinCell(this.cellsOf(step).linkedin_url);
			if (reading.is === 'identifier') linkedin.push(reading.identifier);
		}
		return { ...given, linkedin };
	}

	/** The simplified columns of a step, each answer read once. */
	cellsOf(step: Step): Cells {
		if (step.outcome.is !== 'found') return NO_CELLS;
		const { answer } = step.outcome;
		const cells = this.cellsByAnswer.get(answer) ?? this.parse(step);
		this.cellsByAnswer.set(answer, cells);
		return cells;
	}

	private parse({ lookup, outcome }: Step, addresses?: AddressBook): Cells {
		return outcome.is === 'found' ? lookup.tool.columns.read(outcome.answer.results, addresses) : NO_CELLS;
	}
}
