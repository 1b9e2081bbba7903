import { migrateDatabase } from '#server/platform/db/connection.ts'

// The one step of a start that a test of many kills needs; the address is told as it is in DATABASE_URL.
await migrateDatabase({ owner: { connectionString: process.argv[2] ?? '' }, appName: null })
