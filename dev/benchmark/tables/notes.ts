/** Of the tables in which a Code node asks one row after another. */
export const SLOW_TASKS =
	"n8n ends a Code node after 300 s unless the host says otherwise, and throws away all that it was told until then. The benchmark allows an hour: with n8n's default, e would lose every row of 5,000.";
