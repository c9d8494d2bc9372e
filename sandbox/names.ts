/** Words that synthetic people and companies are named from. Nobody in particular is meant by any combination. */
export const FIRST_NAMES = [
	'ada', 'alma', 'amos', 'anya', 'arlo', 'basil', 'bea', 'bodhi', 'cara', 'cleo', 'cyrus', 'dara', 'della', 'edda',
	'elio', 'enid', 'ezra', 'fern', 'finn', 'greta', 'hana', 'hugo', 'ida', 'ines', 'iris', 'ivo', 'jonas', 'juno',
	'kai', 'lena', 'leo', 'linus', 'lotte', 'luca', 'mara', 'milo', 'nadia', 'nell', 'nico', 'noor', 'odette', 'omar',
	'otis', 'petra', 'quinn', 'rafa', 'remy', 'rosa', 'rufus', 'sage', 'selma', 'silas', 'suri', 'tessa', 'theo', 'tova',
	'una', 'vera', 'wes', 'yara', 'zeno',
] as const;

export const LAST_NAMES = [
	'alderbrook', 'ashdell', 'barleyfield', 'birchwell', 'brambleton', 'briarcove', 'cedarhurst', 'cloverley', 'copperdale',
	'cragmoor', 'dovecroft', 'elmsworth', 'fairbrook', 'fernsby', 'foxglen', 'gorseby', 'greymarsh', 'harrowdene',
	'hazelmere', 'heatherlow', 'ivybridge', 'juniperton', 'kestrelby', 'larkwood', 'lindenvale', 'lowmeadow', 'maplethorpe',
	'mistleford', 'mossgate', 'nettlecombe', 'oakhanger', 'orchardson', 'pebblewick', 'pinehurst', 'quillford', 'ravenscar',
	'reedham', 'rowanlea', 'sagebury', 'saltmarsh', 'sorrelby', 'stonecroft', 'sweetbriar', 'tarnfield', 'thistledown',
	'thornbury', 'underhill', 'vetchley', 'wherrystone', 'willowmere', 'windlesham', 'yarrowgate',
] as const;

export const COMPANY_FIRST_WORDS = [
	'Amber', 'Bluefern', 'Bright', 'Cobalt', 'Copper', 'Crisp', 'Evergreen', 'Golden', 'Granite', 'Hollow', 'Indigo', 'Ivory',
	'Lively', 'Maple', 'Mellow', 'Misty', 'Noble', 'Paper', 'Quiet', 'Rustic', 'Silver', 'Sunlit', 'Velvet', 'Winter',
] as const;

export const COMPANY_SECOND_WORDS = [
	'Anchor', 'Beacon', 'Canyon', 'Compass', 'Falcon', 'Harbor', 'Kettle', 'Ladder', 'Lantern', 'Meadow', 'Orbit', 'Otter',
	'Parcel', 'Pebble', 'Quarry', 'River', 'Saddle', 'Sparrow', 'Summit', 'Thimble', 'Timber', 'Walnut', 'Willow', 'Yard',
] as const;

export const INDUSTRIES = [
	'Software', 'Logistics', 'Consumer Goods', 'Financial Services', 'Hospitality', 'Industrial Machinery', 'Education',
	'Renewable Energy', 'Healthcare', 'Retail',
] as const;

export const SENIORITIES = [
	{ seniority: 'Entry', title: (area: string) => `${area} Associate` },
	{ seniority: 'Senior', title: (area: string) => `Senior ${area} Specialist` },
	{ seniority: 'Manager', title: (area: string) => `${area} Manager` },
	{ seniority: 'Director', title: (area: string) => `Director of ${area}` },
	{ seniority: 'VP', title: (area: string) => `VP of ${area}` },
	{ seniority: 'C-Level', title: (area: string) => `Chief ${area} Officer` },
] as const;

export const FUNCTIONAL_AREAS = [
	'Sales', 'Marketing', 'Engineering', 'Finance', 'Operations', 'People', 'Product', 'Data', 'Legal', 'Security',
] as const;

/** Area codes; with 555-01xx behind them they are nobody's number. */
export const AREA_CODES = ['202', '206', '212', '303', '312', '404', '415', '503', '512', '617', '702', '808'] as const;
