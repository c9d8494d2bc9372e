/** Where one n8n process keeps its data and listens. All of it on 127.0.0.1. */
export interface Place {
	userFolder: string;
	port: number;
	/** Of its task runners' broker: each process needs one of its own. */
	brokerPort: number;
	/** The only folder that workflows may read and write; relative paths in them start here. */
	files: string;
}

/** The environment of a quiet n8n: nothing is sent home, nothing is written to the user's own home folder. */
export const environment = ({ userFolder, port, brokerPort, files }: Place): Record<string, string> => ({
	// As users run it; a test runner around it would have it start as its own tests do.
	NODE_ENV: 'production',
	N8N_USER_FOLDER: userFolder,
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_HOST: '127.0.0.1',
	N8N_PORT: String(port),
	N8N_RUNNERS_BROKER_PORT: String(brokerPort),
	N8N_RESTRICT_FILE_ACCESS_TO: files,
	N8N_ENCRYPTION_KEY: 'only-for-this-playground',
	N8N_SECURE_COOKIE: 'false',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_LOG_LEVEL: 'warn',
	EXTERNAL_FRONTEND_HOOKS_URLS: '',
	WEBHOOK_URL: `http://127.0.0.1:${port}/`,
});
