import type { Job } from '../job';

/** What the floor is told. */
export interface FloorJob {
	baseUrl: string;
	apiKey: string;
	job: Job;
	/** Requests at once. */
	concurrency: number;
	/** A file that holds the rows of the sheet, as JSON. */
	rowsFile: string;
	/** Where the rows go that came out, as JSON. */
	cameOutFile: string;
}

/** What it took, from the rows in memory to all answers. */
export interface FloorCost {
	/** ms */
	wall: number;
	/** ms */
	cpu: number;
	/** Bytes of memory of the whole process at the worst moment. */
	peak: number;
}
