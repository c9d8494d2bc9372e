import type { Measured } from './measure';

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [800, 360, 60, 40, 50];
/** The multiples of perfect knowledge at the bottom and top of the picture. */
const [LEAST, MOST] = [0.9, 100];
const CONTENDERS = [
	{ name: 'Skilled user', color: '#9a9a9a', timeOf: ({ skilled }: Measured) => skilled.time },
	{ name: 'This node', color: '#d6336c', timeOf: ({ node }: Measured) => node.time },
];

/** A point per limit and contender: its time as a multiple of perfect knowledge, from the least limit to the most. */
export function pictureOf(measured: readonly Measured[]): string {
	const y = (ratio: number) =>
		HEIGHT - BOTTOM - (Math.log(Math.max(LEAST, ratio) / LEAST) / Math.log(MOST / LEAST)) * (HEIGHT - TOP - BOTTOM);
	const x = (place: number) => LEFT + ((WIDTH - LEFT - 20) * place) / Math.max(1, measured.length - 1);
	const lines = [1, 2, 5, 10, 20, 50].map(
		(ratio) =>
			`<line x1="${LEFT}" x2="${WIDTH - 20}" y1="${round(y(ratio))}" y2="${round(y(ratio))}" stroke="#ddd"/>` +
			`<text x="${LEFT - 8}" y="${round(y(ratio) + 4)}" text-anchor="end">${ratio} ×</text>`,
	);
	const dots = CONTENDERS.flatMap(({ color, timeOf }) =>
		measured
			.map((one) => timeOf(one) / one.perfect)
			.sort((one, other) => one - other)
			.map((ratio, place) => `<circle cx="${round(x(place))}" cy="${round(y(ratio))}" r="2" fill="${color}"/>`),
	);
	const legend = CONTENDERS.map(
		({ name, color }, place) =>
			`<circle cx="${LEFT + 12 + place * 140}" cy="18" r="5" fill="${color}"/>` +
			`<text x="${LEFT + 22 + place * 140}" y="22">${name}</text>`,
	);
	const caption = `Time at each of ${measured.length} limits, as a multiple of perfect knowledge; each line is sorted`;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
		`<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
		...lines,
		...dots,
		...legend,
		`<text x="${WIDTH / 2}" y="${HEIGHT - 16}" text-anchor="middle">${caption}</text>`,
		'</svg>\n',
	].join('\n');
}

const round = (pixels: number): number => Math.round(pixels * 10) / 10;
