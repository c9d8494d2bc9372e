/** Names and codes of countries, in lower case without blanks and signs. */
type Country = readonly [
	names: string,
	callingCode: string,
	fewestDigits: number,
	mostDigits: number,
];

/**
 * The largest countries, with the digits of a number without its calling code. None has local
 * numbers that are as long as an international one, so that a number with the code and the length
 * is international.
 */
const COUNTRIES: readonly Country[] = [
	['unitedkingdom uk gb gbr greatbritain england scotland wales northernireland', '44', 10, 10],
	['germany de deu deutschland', '49', 10, 11],
	['france fr fra', '33', 9, 9],
	['spain es esp espana', '34', 9, 9],
	['italy it ita italia', '39', 9, 10],
	['netherlands nl nld thenetherlands holland', '31', 9, 9],
	['poland pl pol polska', '48', 9, 9],
	['russia ru rus russianfederation', '7', 10, 10],
	['turkey tr tur turkiye', '90', 10, 10],
	['india in ind', '91', 10, 10],
	['pakistan pk pak', '92', 10, 10],
	['bangladesh bd bgd', '880', 10, 10],
	['china cn chn peoplesrepublicofchina', '86', 11, 11],
	['japan jp jpn', '81', 10, 10],
	['australia au aus', '61', 9, 9],
	['brazil br bra brasil', '55', 10, 11],
	['mexico mx mex', '52', 10, 10],
	['nigeria ng nga', '234', 10, 10],
];

/** Countries whose calling code is 1. */
const NORTH_AMERICAN: ReadonlySet<string> = new Set(
	(
		'unitedstates unitedstatesofamerica theunitedstates usa us america canada ca can puertorico pr pri bahamas bs ' +
		'thebahamas jamaica jm dominicanrepublic do dom trinidadandtobago tt tto barbados bb brb bermuda bm bmu ' +
		'guam gu gum caymanislands ky cym saintlucia lc lca grenada gd grd antiguaandbarbuda ag atg dominica dm dma ' +
		'saintkittsandnevis kn kna saintvincentandthegrenadines vc vct anguilla ai aia montserrat ms msr ' +
		'britishvirginislands vg vgb usvirginislands unitedstatesvirginislands vi vir turksandcaicosislands tc tca ' +
		'americansamoa as asm northernmarianaislands mp mnp sintmaarten sx sxm'
	).split(' '),
);

/**
 * 1, an area and an exchange: neither begins with 0 or 1 or ends in 11, and no area has 9 as its
 * second digit.
 */
const NORTH_AMERICAN_NUMBER = /^1[2-9](?!11)[0-8]\d[2-9](?!11)\d{6}$/;

const BY_NAME = new Map(
	COUNTRIES.flatMap((country) => country[0].split(' ').map((name) => [name, country] as const)),
);

/**
 * Whether digits certainly begin with a calling code: that of the record's country, with its
 * length, or 1 before a possible North American number, if the country is not known or one of
 * those.
 */
export function isInternational(digits: string, country: string | null): boolean {
	const name = country
		?.replace(/\(.*\)/, '')
		.normalize('NFD')
		.toLowerCase()
		.replace(/[^a-z]/g, '');
	// A name in other letters is that of a country that is not known here.
	if (name === undefined || NORTH_AMERICAN.has(name)) return NORTH_AMERICAN_NUMBER.test(digits);
	const own = BY_NAME.get(name);
	return own !== undefined && isNumberOf(own, digits);
}

function isNumberOf([, callingCode, fewest, most]: Country, digits: string): boolean {
	if (!digits.startsWith(callingCode)) return false;
	const rest = digits.length - callingCode.length;
	return rest >= fewest && rest <= most;
}
