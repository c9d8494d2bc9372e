module.exports = require('./engineConfig.cjs')('n8n-1.123');
