/**
 * What the product does. In its search, n8n introduces the package with the description of the
 * trigger.
 */
export const PRODUCT =
	'Turn LinkedIn URLs, emails and hashed emails into people, emails, phones and companies';
