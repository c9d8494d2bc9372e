import { drawsOf } from '../random';

/** A synthetic company. Numbers are text, as in a profile (contract: Reverse email profile). */
export interface Company {
	name: string;
	domain: string;
	websiteUrl: string;
	linkedinUrl: string;
	industry: string;
	employeeCount: string;
	employeeRange: string;
	revenue: string;
	revenueRange: string;
}

const SIZES = [
	{ employees: [2, 10], range: '1-10', revenue: '$1M - $10M', millions: [1, 9] },
	{ employees: [11, 50], range: '11-50', revenue: '$1M - $10M', millions: [2, 9] },
	{ employees: [51, 200], range: '51-200', revenue: '$10M - $50M', millions: [10, 49] },
	{ employees: [201, 500], range: '201-500', revenue: '$50M - $100M', millions: [50, 99] },
	{ employees: [501, 1000], range: '501-1000', revenue: '$100M - $500M', millions: [100, 299] },
	{ employees: [1001, 5000], range: '1001-5000', revenue: '$100M - $500M', millions: [300, 499] },
] as const;

const FIRST_WORDS: readonly string[] = `
	Amber Bluefern Bright Cobalt Copper Crisp Evergreen Golden Granite Hollow Indigo Ivory Lively Maple Mellow
	Misty Noble Paper Quiet Rustic Silver Sunlit Velvet Winter
`
	.trim()
	.split(/\s+/);

const SECOND_WORDS: readonly string[] = `
	Anchor Beacon Canyon Compass Falcon Harbor Kettle Ladder Lantern Meadow Orbit Otter Parcel Pebble Quarry
	River Saddle Sparrow Summit Thimble Timber Walnut Willow Yard
`
	.trim()
	.split(/\s+/);

const INDUSTRIES = `
	Software, Logistics, Consumer Goods, Financial Services, Hospitality, Industrial Machinery, Education,
	Renewable Energy, Healthcare, Retail
`
	.trim()
	.split(/,\s+/);

export const COMPANY_COUNT = FIRST_WORDS.length * SECOND_WORDS.length;

/** The company with a number in [0, COMPANY_COUNT); the same for the same seed. */
export function companyOf(number: number, seed: number): Company {
	const words = [FIRST_WORDS[number % FIRST_WORDS.length], SECOND_WORDS[Math.floor(number / FIRST_WORDS.length)]];
	const slug = words.join('-').toLowerCase();
	const draws = drawsOf(seed, `company|${slug}`);
	const size = draws.pick(SIZES);
	const between = ([low, high]: readonly [number, number]) => String(low + draws.below(high - low + 1));
	return {
		name: words.join(' '),
		domain: `${slug}.example.com`,
		websiteUrl: `https://${slug}.example.com`,
		linkedinUrl: `https://www.linkedin.com/company/example-${slug}`,
		industry: draws.pick(INDUSTRIES),
		employeeCount: between(size.employees),
		employeeRange: size.range,
		revenue: `${between(size.millions)}000000`,
		revenueRange: size.revenue,
	};
}
