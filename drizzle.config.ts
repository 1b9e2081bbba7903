import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/platform/db/schema.ts',
    './server/providers/*/schema.ts',
    './server/features/**/schema.ts',
  ],
  out: './server/migrations',
  casing: 'snake_case',
})
