// n8n finds the node and the credential through the "n8n" key of package.json; "main" only has to resolve.
module.exports = {};
